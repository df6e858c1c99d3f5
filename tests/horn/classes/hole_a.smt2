; expect: sat
; class: disequal
; A jump over a hole.
(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (inv 0))
(assert (forall ((x Int)) (=> (and (inv x) (distinct x 4) (< x 50)) (inv (+ x 1)))))
(assert (forall ((x Int)) (=> (and (inv x) (= x 4)) (inv (+ x 2)))))
(assert (forall ((x Int)) (=> (and (inv x) (= x 5)) false)))
(check-sat)
