; expect: sat
; Predicates without arguments, and facts that are written as implications from true.
(set-logic HORN)
(declare-fun start () Bool)
(declare-const stop Bool)
(declare-fun run (Int) Bool)
(assert (=> true start))
(assert (forall ((x Int)) (=> (and start (= x 0)) (run x))))
(assert (forall ((x Int)) (=> (and (run x) (< x 8)) (run (+ x 1)))))
(assert (forall ((x Int)) (=> (and (run x) (> x 8)) stop)))
(assert (=> stop false))
(check-sat)
