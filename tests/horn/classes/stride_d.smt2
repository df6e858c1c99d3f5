; expect: sat
; class: residues
; Steps of one width miss a value. 6 and 4 stay odd.
(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (inv 1))
(assert (forall ((x Int)) (=> (inv x) (inv (+ x 6)))))
(assert (forall ((x Int)) (=> (and (inv x) (> x 1)) (inv (- x 4)))))
(assert (forall ((x Int)) (=> (and (inv x) (= x 20)) false)))
(check-sat)
