; expect: unsat
; The same premise twice.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 3))
(assert (forall ((x Int)) (=> (and (p x) (p x) (> x 2)) false)))
(check-sat)
