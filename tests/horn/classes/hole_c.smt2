; expect: sat
; class: disequal
; A jump over a hole. Far away.
(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (inv 0))
(assert (forall ((x Int)) (=> (and (inv x) (distinct x 40) (< x 80)) (inv (+ x 1)))))
(assert (forall ((x Int)) (=> (and (inv x) (= x 40)) (inv (+ x 2)))))
(assert (forall ((x Int)) (=> (and (inv x) (= x 41)) false)))
(check-sat)
