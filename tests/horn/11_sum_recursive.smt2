; expect: sat
; The sum up to n is not below n.
(set-logic HORN)
(declare-fun sum (Int Int) Bool)
(assert (forall ((n Int)) (=> (<= n 0) (sum n 0))))
(assert (forall ((n Int) (s Int)) (=> (and (> n 0) (sum (- n 1) s)) (sum n (+ s n)))))
(assert (forall ((n Int) (s Int)) (=> (and (sum n s) (< s n)) false)))
(check-sat)
