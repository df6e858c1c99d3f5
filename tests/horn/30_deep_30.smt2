; expect: unsat
; Thirty steps lead to the violation.
(set-logic HORN)
(declare-fun c (Int) Bool)
(assert (c 0))
(assert (forall ((x Int)) (=> (c x) (c (+ x 1)))))
(assert (forall ((x Int)) (=> (and (c x) (>= x 30)) false)))
(check-sat)
