; expect: unsat
; Forty steps up, then forty down.
(set-logic HORN)
(declare-fun c (Bool Int) Bool)
(assert (c true 0))
(assert (forall ((x Int)) (=> (and (c true x) (< x 40)) (c true (+ x 1)))))
(assert (forall ((x Int)) (=> (and (c true x) (= x 40)) (c false x))))
(assert (forall ((x Int)) (=> (and (c false x) (> x 0)) (c false (- x 1)))))
(assert (forall ((x Int)) (=> (and (c false x) (= x 0)) false)))
(check-sat)
