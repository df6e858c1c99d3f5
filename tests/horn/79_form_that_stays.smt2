; expect: sat
; x3 > 2*x1 holds at the start, and the steps (+1, +2) keep the difference.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((a Int) (b Int) (c Int)) (=> (> c (* 2 a)) (inv a b c))))
(assert (forall ((a Int) (b Int) (c Int)) (=> (and (inv a b c) (> b a)) (inv (+ a 1) (- b 3) (+ c 2)))))
(assert (forall ((a Int) (b Int) (c Int)) (=> (and (inv a b c) (<= c (* 2 a))) false)))
(check-sat)
