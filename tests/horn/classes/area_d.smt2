; expect: unsat
; class: products
; A rectangle of sides that grow. 12.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 0 0))
(assert (forall ((x Int) (y Int) (a Int)) (=> (inv x y a) (inv (+ x 1) y (+ a y)))))
(assert (forall ((x Int) (y Int) (a Int)) (=> (inv x y a) (inv x (+ y 1) (+ a x)))))
(assert (forall ((x Int) (y Int) (a Int)) (=> (and (inv x y a) (= a 12) (= x 3)) false)))
(check-sat)
