; expect: sat
; class: nonlinear
; Like McCarthy 91. With 10 and 11 below 50.
(set-logic HORN)
(declare-fun f (Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 50) (f n (- n 10)))))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (f (+ n 11) a) (f a b) (<= n 50)) (f n b))))
(assert (forall ((n Int) (r Int)) (=> (and (f n r) (<= n 51) (distinct r 41)) false)))
(check-sat)
