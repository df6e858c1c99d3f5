; expect: sat
; class: moved
; A loop from a to a+n.
(set-logic HORN)
(declare-fun inv (Int Int Int Int) Bool)
(assert (forall ((n Int) (a Int)) (=> (>= n 0) (inv a 0 a n))))
(assert (forall ((i Int) (s Int) (a Int) (n Int)) (=> (and (inv i s a n) (< i (+ a n))) (inv (+ i 1) (+ s 2) a n))))
(assert (forall ((i Int) (s Int) (a Int) (n Int)) (=> (and (inv i s a n) (>= i (+ a n)) (distinct s (* 2 n))) false)))
(check-sat)
