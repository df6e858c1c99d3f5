; expect: sat
; class: region
; Three slopes over [0,n), [n,2n), from 2n on. s >= i is enough.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (inv 0 0 n))))
(assert (forall ((i Int) (s Int) (n Int)) (=> (and (inv i s n) (< i n)) (inv (+ i 1) (+ s 1) n))))
(assert (forall ((i Int) (s Int) (n Int)) (=> (and (inv i s n) (>= i n) (< i (* 2 n))) (inv (+ i 1) (+ s 2) n))))
(assert (forall ((i Int) (s Int) (n Int)) (=> (and (inv i s n) (>= i (* 2 n))) (inv (+ i 1) (+ s 3) n))))
(assert (forall ((i Int) (s Int) (n Int)) (=> (and (inv i s n) (< s i)) false)))
(check-sat)
