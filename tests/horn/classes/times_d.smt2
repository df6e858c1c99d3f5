; expect: sat
; class: residues
; x is multiplied in each step. 2x+1 from 1 is odd.
(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (inv 1))
(assert (forall ((x Int)) (=> (inv x) (inv (+ (* 2 x) 1)))))
(assert (forall ((x Int)) (=> (and (inv x) (= (mod x 2) 0)) false)))
(check-sat)
