; expect: sat
; The sum of n copies of n is the square.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (inv n 0 0))))
(assert (forall ((n Int) (i Int) (s Int)) (=> (and (inv n i s) (< i n)) (inv n (+ i 1) (+ s n)))))
(assert (forall ((n Int) (i Int) (s Int)) (=> (and (inv n i s) (>= i n) (not (= s (* n n)))) false)))
(check-sat)
