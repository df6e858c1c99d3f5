; expect: sat
; class: toggles
; A truth value flips. Steps of three.
(set-logic HORN)
(declare-fun inv (Int Bool) Bool)
(assert (inv 0 true))
(assert (forall ((x Int) (B Bool)) (=> (inv x B) (inv (+ x 3) (not B)))))
(assert (forall ((x Int) (B Bool)) (=> (and (inv x B) (= (mod x 2) 1) B) false)))
(check-sat)
