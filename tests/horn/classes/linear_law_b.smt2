; expect: unsat
; class: sums
; Accumulators in lockstep obey an equation. Two steps break the law of one.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 0 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (inv x y z) (inv (+ x 1) (+ y 2) (+ z 4)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (inv x y z) (inv (- x 2) (+ y 1) (- z 1)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (inv x y z) (< z (- 0 4)) (> y 5)) false)))
(check-sat)
