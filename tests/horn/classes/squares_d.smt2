; expect: unsat
; class: products
; Squares. 49.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((y Int) (x Int)) (=> (= y (* x x)) (inv x y))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv x (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (= y 49) (= x 7)) false)))
(check-sat)
