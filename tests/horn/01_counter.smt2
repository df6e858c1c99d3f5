; expect: sat
; A counter that goes up to a bound that is not known.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (inv 0 n))))
(assert (forall ((i Int) (n Int)) (=> (and (inv i n) (< i n)) (inv (+ i 1) n))))
(assert (forall ((i Int) (n Int)) (=> (and (inv i n) (>= i n) (not (= i n))) false)))
(check-sat)
