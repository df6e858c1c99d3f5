; expect: sat
; class: nonlinear
; f(n) = f(n-1) + f(n-1) + c. At least 2n.
(set-logic HORN)
(declare-fun f (Int Int) Bool)
(assert (f 0 1))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (f n a) (f n b)) (f (+ n 1) (+ (+ a b) 1)))))
(assert (forall ((n Int) (x Int)) (=> (and (f n x) (< x (+ (* 2 n) 1))) false)))
(check-sat)
