; expect: unsat
; class: nonlinear
; f(n) = f(n-1) + f(n-1) + c. 2^10 - 1.
(set-logic HORN)
(declare-fun f (Int Int) Bool)
(assert (f 0 0))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (f n a) (f n b)) (f (+ n 1) (+ (+ a b) 1)))))
(assert (forall ((n Int) (x Int)) (=> (and (f n x) (= x 1023)) false)))
(check-sat)
