; expect: unsat
; One half of one is nothing.
(set-logic HORN)
(declare-fun half (Int) Bool)
(assert (half 100))
(assert (forall ((x Int)) (=> (and (half x) (> x 0)) (half (div x 2)))))
(assert (forall ((x Int)) (=> (half x) (>= x 1))))
(check-sat)
