; expect: unsat
; class: cells
; The next cell is made from the one before (two premises).
(set-logic HORN)
(declare-fun c (Int Int) Bool)
(declare-fun d (Int Int Int Int) Bool)
(assert (c 0 3))
(assert (forall ((k Int) (v Int)) (=> (and (c k v) (< k 20)) (c (+ k 1) (+ v (- 1))))))
(assert (forall ((j Int) (v Int) (k Int) (w Int)) (=> (and (c j v) (c k w) (< j k)) (d j v k w))))
(assert (forall ((j Int) (v Int) (k Int) (w Int)) (=> (and (d j v k w) (< w (- 10)) (>= v 0)) false)))
(check-sat)
