; expect: sat
; class: products
; Division by a parameter. a = q*b + r.
(set-logic HORN)
(declare-fun inv (Int Int Int Int) Bool)
(assert (forall ((a Int) (b Int)) (=> (and (>= a 0) (> b 0)) (inv a 0 a b))))
(assert (forall ((r Int) (q Int) (a Int) (b Int)) (=> (and (inv r q a b) (>= r b)) (inv (- r b) (+ q 1) a b))))
(assert (forall ((r Int) (q Int) (a Int) (b Int)) (=> (and (inv r q a b) (distinct a (+ (* q b) r))) false)))
(check-sat)
