; expect: unsat
(set-logic HORN)
(set-info :status unsat)
(declare-fun I (Int) Bool)
(assert (forall ((v1 Int)) (=> (= v1 0) (I v1))))
(assert (forall ((x Int) (v1 Int)) (=> (and (I x) (< x 597) (= v1 (+ x 3))) (I v1))))
(assert (forall ((x Int)) (=> (and (I x) (>= x 597)) false)))
(check-sat)
