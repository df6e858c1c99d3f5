; expect: unsat
; class: residues
; Steps of one width miss a value. 6 and 4 make 2.
(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (inv 1))
(assert (forall ((x Int)) (=> (inv x) (inv (+ x 6)))))
(assert (forall ((x Int)) (=> (and (inv x) (> x 1)) (inv (- x 4)))))
(assert (forall ((x Int)) (=> (and (inv x) (= x 23)) false)))
(check-sat)
