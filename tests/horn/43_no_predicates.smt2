; expect: unsat
; A claim about numbers alone.
(set-logic HORN)
(assert (forall ((x Int)) (=> (> (* 3 x) 10) (> x 4))))
(check-sat)
