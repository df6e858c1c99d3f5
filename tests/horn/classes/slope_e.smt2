; expect: unsat
; class: region
; s = 2i below n, and s = 5i - 3n above. The second slope is seen.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (inv 0 0 n))))
(assert (forall ((i Int) (s Int) (n Int)) (=> (inv i s n) (inv (+ i 1) (+ s (ite (< i n) 2 5)) n))))
(assert (forall ((i Int) (s Int) (n Int)) (=> (and (inv i s n) (= s 33) (= i 9)) false)))
(check-sat)
