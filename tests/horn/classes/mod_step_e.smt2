; expect: unsat
; class: residues
; The remainder is taken in each step. Residue 3 of 7 late.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((i Int) (x Int)) (=> (inv i x) (inv (+ i 1) (mod (+ x 5) 7)))))
(assert (forall ((i Int) (x Int)) (=> (and (inv i x) (= x 3) (> i 20)) false)))
(check-sat)
