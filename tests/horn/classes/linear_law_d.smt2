; expect: unsat
; class: sums
; Accumulators in lockstep obey an equation. A point on the plane.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 0 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (inv x y z) (inv (+ x 1) (+ y 2) (+ z 3)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (inv x y z) (inv (- x 2) (+ y 1) (- z 1)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (inv x y z) (= x 4) (= y 13) (= z 17)) false)))
(check-sat)
