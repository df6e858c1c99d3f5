; expect: sat
; class: half-planes
; Steps in a cone. A point outside the lattice: 3 divides x+y.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 2) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (= (+ x y) 100)) false)))
(check-sat)
