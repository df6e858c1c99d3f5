; expect: sat
; Halving a positive number again and again.
(set-logic HORN)
(declare-fun half (Int) Bool)
(assert (forall ((x Int)) (=> (>= x 1) (half x))))
(assert (forall ((x Int)) (=> (and (half x) (> x 1)) (half (div x 2)))))
(assert (forall ((x Int)) (=> (half x) (>= x 1))))
(check-sat)
