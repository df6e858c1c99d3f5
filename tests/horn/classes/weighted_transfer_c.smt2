; expect: sat
; class: sums
; Transfers between three stores keep a weighted sum. None is negative, so x <= a.
(set-logic HORN)
(declare-fun inv (Int Int Int Int) Bool)
(assert (forall ((a Int)) (=> (>= a 0) (inv a 0 0 a))))
(assert (forall ((x Int) (y Int) (z Int) (a Int)) (=> (and (inv x y z a) (>= x 3)) (inv (- x 3) (+ y 2) z a))))
(assert (forall ((x Int) (y Int) (z Int) (a Int)) (=> (and (inv x y z a) (>= y 4)) (inv x (- y 4) (+ z 1) a))))
(assert (forall ((x Int) (y Int) (z Int) (a Int)) (=> (and (inv x y z a) (>= z 1)) (inv (+ x 6) y (- z 1) a))))
(assert (forall ((x Int) (y Int) (z Int) (a Int)) (=> (and (inv x y z a) (> x a)) false)))
(check-sat)
