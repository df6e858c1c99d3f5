; expect: sat
; class: nonlinear
; Fibonacci. Leonardo: always odd when the start is odd.
(set-logic HORN)
(declare-fun fib (Int Int) Bool)
(assert (forall ((n Int)) (=> (and (>= n 0) (<= n 1)) (fib n 1))))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (fib n a) (fib (+ n 1) b)) (fib (+ n 2) (+ (+ a b) 1)))))
(assert (forall ((n Int) (x Int)) (=> (and (fib n x) (= (mod x 2) 0)) false)))
(check-sat)
