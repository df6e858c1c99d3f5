; expect: unsat
; open: equal premises become one, and the derivation lacks a child in the clause as it was given
; The same premise twice.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 3))
(assert (forall ((x Int)) (=> (and (p x) (p x) (> x 2)) false)))
(check-sat)
