; expect: sat
; class: sums
; Accumulators in lockstep obey an equation. 5z = 4x + 3y.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 0 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (inv x y z) (inv (+ x 1) (+ y 2) (+ z 2)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (inv x y z) (inv (- x 2) (+ y 1) (- z 1)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (inv x y z) (distinct (* 5 z) (+ (* 4 x) (* 3 y)))) false)))
(check-sat)
