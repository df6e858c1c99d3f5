; expect: unsat
; The sum up to 1 is 1, no more.
(set-logic HORN)
(declare-fun sum (Int Int) Bool)
(assert (forall ((n Int)) (=> (<= n 0) (sum n 0))))
(assert (forall ((n Int) (s Int)) (=> (and (> n 0) (sum (- n 1) s)) (sum n (+ s n)))))
(assert (forall ((n Int) (s Int)) (=> (and (sum n s) (>= n 1) (<= s n)) false)))
(check-sat)
