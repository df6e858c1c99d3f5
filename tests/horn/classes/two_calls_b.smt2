; expect: sat
; class: nonlinear
; f(n) = f(n-1) + f(n-1) + c. Odd but for n = 0.
(set-logic HORN)
(declare-fun f (Int Int) Bool)
(assert (f 0 0))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (f n a) (f n b)) (f (+ n 1) (+ (+ a b) 1)))))
(assert (forall ((n Int) (x Int)) (=> (and (f n x) (> n 0) (= (mod x 2) 0)) false)))
(check-sat)
