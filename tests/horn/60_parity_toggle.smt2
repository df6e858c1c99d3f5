; expect: sat
; b toggles with x, so it is the parity of x.
(set-logic HORN)
(set-info :status sat)
(declare-fun I (Int Int) Bool)
(assert (forall ((v1 Int) (v2 Int)) (=> (and (= v1 0) (= v2 0)) (I v1 v2))))
(assert (forall ((x Int) (b Int) (v1 Int) (v2 Int)) (=> (and (I x b) (= v1 (+ x 1)) (= v2 (- 1 b))) (I v1 v2))))
(assert (forall ((x Int) (b Int) (v1 Int) (v2 Int)) (=> (and (I x b) (= v1 (- x 3)) (= v2 (- 1 b))) (I v1 v2))))
(assert (forall ((x Int) (b Int) (k Int)) (=> (and (I x b) (= x (* 2 k)) (= b 1)) false)))
(check-sat)
