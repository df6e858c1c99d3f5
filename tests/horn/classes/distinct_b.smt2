; expect: sat
; class: disequal
; Three tokens are never at the same place. They keep their order.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 1 2))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (inv x y z) (distinct (+ x 1) y) (distinct (+ x 1) z)) (inv (+ x 1) y z))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (inv x y z) (distinct (+ y 1) z) (distinct (+ y 1) x)) (inv x (+ y 1) z))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (inv x y z) (inv x y (+ z 1)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (inv x y z) (>= x z)) false)))
(check-sat)
