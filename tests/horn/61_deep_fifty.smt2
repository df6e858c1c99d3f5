; expect: unsat
; y moves at every fifth x.
(set-logic HORN)
(set-info :status unsat)
(declare-fun I (Int Int Int) Bool)
(assert (I 0 0 0))
(assert (forall ((x Int) (y Int) (c Int)) (=> (and (< c 4) (I x y c)) (I (+ x 1) y (+ c 1)))))
(assert (forall ((x Int) (y Int) (c Int)) (=> (and (>= c 4) (I x y c)) (I (+ x 1) (+ y 1) 0))))
(assert (forall ((x Int) (y Int) (c Int)) (=> (and (= y 10) (= x 50) (I x y c)) false)))
(check-sat)
