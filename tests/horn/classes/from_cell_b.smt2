; expect: sat
; class: cells
; The next cell is made from the one before (two premises). The difference.
(set-logic HORN)
(declare-fun c (Int Int) Bool)
(declare-fun d (Int Int Int Int) Bool)
(assert (c 0 3))
(assert (forall ((k Int) (v Int)) (=> (and (c k v) (< k 100)) (c (+ k 1) (+ v 2)))))
(assert (forall ((j Int) (v Int) (k Int) (w Int)) (=> (and (c j v) (c k w) (< j k)) (d j v k w))))
(assert (forall ((j Int) (v Int) (k Int) (w Int)) (=> (and (d j v k w) (distinct (- w v) (- (* 2 k) (* 2 j)))) false)))
(check-sat)
