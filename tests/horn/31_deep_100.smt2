; expect: unsat
; A hundred steps, with a second counter.
(set-logic HORN)
(declare-fun c (Int Int) Bool)
(assert (c 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (c x y) (< x 100)) (c (+ x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (c x y) (= x 100) (= y 200)) false)))
(check-sat)
