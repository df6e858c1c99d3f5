; expect: sat
; class: lockstep
; The second counter moves at every other step. x = 2y.
(set-logic HORN)
(declare-fun inv (Int Int Bool) Bool)
(assert (inv 0 0 false))
(assert (forall ((x Int) (y Int) (B Bool)) (=> (inv x y B) (inv (+ x 1) (+ y (ite B 1 0)) (not B)))))
(assert (forall ((x Int) (y Int) (B Bool)) (=> (and (inv x y B) (not B) (distinct x (* 2 y))) false)))
(check-sat)
