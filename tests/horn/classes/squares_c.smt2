; expect: sat
; class: products
; Squares. At least x.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((y Int) (x Int)) (=> (= y (* x x)) (inv x y))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv x (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< y x)) false)))
(check-sat)
