; expect: sat
; class: sums
; Accumulators in lockstep obey an equation. z = x + y.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 0 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (inv x y z) (inv (+ x 1) (+ y 2) (+ z 3)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (inv x y z) (inv (- x 2) (+ y 1) (- z 1)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (inv x y z) (distinct z (+ x y))) false)))
(check-sat)
