; expect: sat
; class: residues
; Steps of one width miss a value. Mod 5, both ways.
(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (inv 2))
(assert (forall ((x Int)) (=> (inv x) (inv (+ x 10)))))
(assert (forall ((x Int)) (=> (and (inv x) (> x 2)) (inv (- x 5)))))
(assert (forall ((x Int)) (=> (and (inv x) (distinct (mod x 5) 2)) false)))
(check-sat)
