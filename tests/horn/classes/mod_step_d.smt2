; expect: unsat
; class: residues
; The remainder is taken in each step. Each residue comes.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((i Int) (x Int)) (=> (inv i x) (inv (+ i 1) (mod (+ x 5) 6)))))
(assert (forall ((i Int) (x Int)) (=> (and (inv i x) (= x 1)) false)))
(check-sat)
