; expect: sat
; class: lockstep
; Two counters with different strides. y at the end.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 0) (inv 0 0 n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (< x n)) (inv (+ x 2) (+ y 3) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (>= x n) (< (* 2 y) (* 3 n))) false)))
(check-sat)
