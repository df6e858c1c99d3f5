; expect: unsat
; Fibonacci numbers outgrow 5 n.
(set-logic HORN)
(set-info :status unsat)
(declare-fun F (Int Int) Bool)
(assert (forall ((v1 Int) (v2 Int)) (=> (and (= v1 0) (= v2 0)) (F v1 v2))))
(assert (forall ((v1 Int) (v2 Int)) (=> (and (= v1 1) (= v2 1)) (F v1 v2))))
(assert (forall ((n Int) (a Int) (b Int) (v2 Int))
  (=> (and (F (- n 1) a) (F (- n 2) b) (> n 1) (= v2 (+ a b))) (F n v2))))
(assert (forall ((n Int) (r Int)) (=> (and (F n r) (> r (* 5 n))) false)))
(check-sat)
