; expect: unsat
; class: lockstep
; Two counters with different strides.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 0) (inv 0 0 n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (< x n)) (inv (+ x 2) (+ y 3) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (> (* 2 y) (+ (* 3 n) 2))) false)))
(check-sat)
