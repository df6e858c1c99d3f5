; expect: unsat
(set-logic HORN)
(set-info :status unsat)
(declare-fun I (Int Int) Bool)
(assert (I 0 0))
(assert (forall ((x Int) (y Int)) (=> (I x y) (I (+ x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (I x y) (= (+ x y) 3000)) false)))
(check-sat)
