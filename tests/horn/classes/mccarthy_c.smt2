; expect: unsat
; class: nonlinear
; Like McCarthy 91. With 3 and 5.
(set-logic HORN)
(declare-fun f (Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 20) (f n (- n 3)))))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (f (+ n 5) a) (f a b) (<= n 20)) (f n b))))
(assert (forall ((n Int) (r Int)) (=> (and (f n r) (<= n 20) (= r 19)) false)))
(check-sat)
