; expect: sat
; A procedure called twice; its summary relates argument and result.
(set-logic HORN)
(declare-fun body (Int Int) Bool)
(declare-fun twice (Int Int) Bool)
(assert (forall ((x Int)) (body x x)))
(assert (forall ((x Int) (y Int)) (=> (and (body x y) (< y 10)) (body x (+ y 1)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (body x y) (body y z)) (twice x z))))
(assert (forall ((x Int) (z Int)) (=> (twice x z) (>= z x))))
(assert (forall ((x Int) (z Int)) (=> (and (twice x z) (<= x 10)) (<= z 10))))
(check-sat)
