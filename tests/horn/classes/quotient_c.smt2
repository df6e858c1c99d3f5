; expect: unsat
; class: div
; A quotient follows its counter. The row is one too long.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 0 0))
(assert (forall ((x Int) (q Int) (r Int)) (=> (and (inv x q r) (< r 5)) (inv (+ x 1) q (+ r 1)))))
(assert (forall ((x Int) (q Int) (r Int)) (=> (and (inv x q r) (>= r 5)) (inv (+ x 1) (+ q 1) 0))))
(assert (forall ((x Int) (q Int) (r Int)) (=> (and (inv x q r) (distinct q (div x 5))) false)))
(check-sat)
