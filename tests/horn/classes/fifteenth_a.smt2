; expect: sat
; class: calls
; The fifteenth number of Fibonacci: sixteen calls, though the tree has two thousand.
(set-logic HORN)
(declare-fun fib (Int Int) Bool)
(assert (forall ((n Int)) (=> (and (<= 0 n) (< n 2)) (fib n n))))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (>= n 2) (fib (- n 1) a) (fib (- n 2) b)) (fib n (+ a b)))))
(assert (forall ((r Int)) (=> (and (fib 15 r) (not (= r 610))) false)))
(check-sat)
