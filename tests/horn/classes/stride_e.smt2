; expect: unsat
; class: residues
; Steps of one width miss a value. Up and down.
(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (inv 1))
(assert (forall ((x Int)) (=> (inv x) (inv (+ x 10)))))
(assert (forall ((x Int)) (=> (and (inv x) (> x 1)) (inv (- x 3)))))
(assert (forall ((x Int)) (=> (and (inv x) (= x 18)) false)))
(check-sat)
