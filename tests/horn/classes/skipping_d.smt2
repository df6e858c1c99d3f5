; expect: sat
; class: lockstep
; The second counter moves at every other step. x at least y when it moves by three: 2y <= 3x.
(set-logic HORN)
(declare-fun inv (Int Int Bool) Bool)
(assert (inv 0 0 false))
(assert (forall ((x Int) (y Int) (B Bool)) (=> (inv x y B) (inv (+ x 1) (+ y (ite B 3 0)) (not B)))))
(assert (forall ((x Int) (y Int) (B Bool)) (=> (and (inv x y B) (> (* 2 y) (* 3 x))) false)))
(check-sat)
