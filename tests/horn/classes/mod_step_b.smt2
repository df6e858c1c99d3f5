; expect: sat
; class: residues
; The remainder is taken in each step. Even mod 6.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 2))
(assert (forall ((i Int) (x Int)) (=> (inv i x) (inv (+ i 1) (mod (+ x 4) 6)))))
(assert (forall ((i Int) (x Int)) (=> (and (inv i x) (= x 3)) false)))
(check-sat)
