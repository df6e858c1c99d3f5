; expect: sat
; What was before is said by a quantifier in the body.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 1) (= y 0)) (inv x y))))
(assert (forall ((x Int) (y Int))
  (=> (exists ((a Int) (b Int)) (and (inv a b) (= x (+ a b)) (= y (+ b 1)))) (inv x y))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (>= x y))))
(check-sat)
