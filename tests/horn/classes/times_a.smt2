; expect: sat
; class: residues
; x is multiplied in each step. Doubling never gives a multiple of three.
(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (inv 1))
(assert (forall ((x Int)) (=> (inv x) (inv (+ (* 2 x) 0)))))
(assert (forall ((x Int)) (=> (and (inv x) (= (mod x 3) 0)) false)))
(check-sat)
