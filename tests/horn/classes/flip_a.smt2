; expect: sat
; class: toggles
; A truth value flips. It is the parity.
(set-logic HORN)
(declare-fun inv (Int Bool) Bool)
(assert (inv 0 false))
(assert (forall ((x Int) (B Bool)) (=> (inv x B) (inv (+ x 1) (not B)))))
(assert (forall ((x Int) (B Bool)) (=> (and (inv x B) (= x 77) (not B)) false)))
(check-sat)
