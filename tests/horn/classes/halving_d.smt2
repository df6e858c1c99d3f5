; expect: sat
; class: div
; How often can x be halved. x never grows.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (and (>= n 1) (> n 2)) (inv 0 n n))))
(assert (forall ((i Int) (x Int) (n Int)) (=> (and (inv i x n) (> x 1)) (inv (+ i 1) (div x 2) n))))
(assert (forall ((i Int) (x Int) (n Int)) (=> (and (inv i x n) (> x n)) false)))
(check-sat)
