; expect: unsat
; class: residues
; x is multiplied in each step. 3x+1 reaches a multiple of 8.
(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (inv 1))
(assert (forall ((x Int)) (=> (inv x) (inv (+ (* 3 x) 1)))))
(assert (forall ((x Int)) (=> (and (inv x) (> x 1) (= (mod x 8) 0)) false)))
(check-sat)
