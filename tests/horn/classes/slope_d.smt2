; expect: sat
; class: region
; s = 2i below n, and s = 5i - 3n above. Downwards above.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (inv 0 0 n))))
(assert (forall ((i Int) (s Int) (n Int)) (=> (inv i s n) (inv (+ i 1) (+ s (ite (< i n) 3 (- 2))) n))))
(assert (forall ((i Int) (s Int) (n Int)) (=> (and (inv i s n) (>= i n) (distinct s (- (* 5 n) (* 2 i)))) false)))
(check-sat)
