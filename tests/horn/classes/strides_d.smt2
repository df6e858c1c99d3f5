; expect: sat
; class: lockstep
; Two counters with different strides. 7 and 4.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 0) (inv 0 0 n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (< x n)) (inv (+ x 7) (+ y 4) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (> (* 7 y) (+ (* 4 n) 24))) false)))
(check-sat)
