; expect: unsat
; The same, but negative bounds are forgotten.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((n Int)) (inv 0 n)))
(assert (forall ((i Int) (n Int)) (=> (and (inv i n) (< i n)) (inv (+ i 1) n))))
(assert (forall ((i Int) (n Int)) (=> (and (inv i n) (>= i n) (not (= i n))) false)))
(check-sat)
