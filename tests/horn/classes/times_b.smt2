; expect: sat
; class: residues
; x is multiplied in each step. 4x+1 has remainder 1 mod 4.
(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (inv 1))
(assert (forall ((x Int)) (=> (inv x) (inv (+ (* 4 x) 1)))))
(assert (forall ((x Int)) (=> (and (inv x) (distinct (mod x 4) 1)) false)))
(check-sat)
