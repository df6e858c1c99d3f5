; expect: sat
; class: residues
; The remainder is taken in each step. Bounded.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((i Int) (x Int)) (=> (inv i x) (inv (+ i 1) (mod (+ x 5) 7)))))
(assert (forall ((i Int) (x Int)) (=> (and (inv i x) (> x 6)) false)))
(check-sat)
