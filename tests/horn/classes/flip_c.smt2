; expect: unsat
; class: toggles
; A truth value flips. Steps of two.
(set-logic HORN)
(declare-fun inv (Int Bool) Bool)
(assert (inv 0 true))
(assert (forall ((x Int) (B Bool)) (=> (inv x B) (inv (+ x 2) (not B)))))
(assert (forall ((x Int) (B Bool)) (=> (and (inv x B) (= x 22) (not B)) false)))
(check-sat)
