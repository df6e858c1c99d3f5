; expect: unsat
; class: lockstep
; The second counter moves at every other step.
(set-logic HORN)
(declare-fun inv (Int Int Bool) Bool)
(assert (inv 0 0 false))
(assert (forall ((x Int) (y Int) (B Bool)) (=> (inv x y B) (inv (+ x 1) (+ y (ite B 3 0)) (not B)))))
(assert (forall ((x Int) (y Int) (B Bool)) (=> (and (inv x y B) (> y x)) false)))
(check-sat)
