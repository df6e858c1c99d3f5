; expect: sat
; Two copies of a loop from the same start end alike.
(set-logic HORN)
(declare-fun one (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (one n 0 0))))
(assert (forall ((n Int) (i Int) (s Int)) (=> (and (one n i s) (< i n)) (one n (+ i 1) (+ s 2)))))
(assert (forall ((n Int) (i Int) (s Int) (j Int) (t Int))
  (=> (and (one n i s) (one n j t) (>= i n) (>= j n)) (= s t))))
(check-sat)
