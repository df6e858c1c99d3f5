; expect: unsat
; class: region
; s is the minimum or the maximum of i and n. Off by one.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (inv 0 0 n))))
(assert (forall ((i Int) (s Int) (n Int)) (=> (and (inv i s n) (<= i n)) (inv (+ i 1) (+ s 1) n))))
(assert (forall ((i Int) (s Int) (n Int)) (=> (and (inv i s n) (not (<= i n))) (inv (+ i 1) s n))))
(assert (forall ((i Int) (s Int) (n Int)) (=> (and (inv i s n) (> s n)) false)))
(check-sat)
