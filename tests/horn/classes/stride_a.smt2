; expect: sat
; class: residues
; Steps of one width miss a value. Mod 3.
(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (inv 1))
(assert (forall ((x Int)) (=> (inv x) (inv (+ x 6)))))
(assert (forall ((x Int)) (=> (and (inv x) (> x 1)) (inv (- x 3)))))
(assert (forall ((x Int)) (=> (and (inv x) (= x 300)) false)))
(check-sat)
