; expect: unsat
; class: sums
; Transfers between three stores keep a weighted sum. A loss of one.
(set-logic HORN)
(declare-fun inv (Int Int Int Int) Bool)
(assert (forall ((a Int)) (=> (>= a 0) (inv a 0 0 a))))
(assert (forall ((x Int) (y Int) (z Int) (a Int)) (=> (and (inv x y z a) (>= x 3)) (inv (- x 3) (+ y 2) z a))))
(assert (forall ((x Int) (y Int) (z Int) (a Int)) (=> (and (inv x y z a) (>= y 5)) (inv x (- y 5) (+ z 1) a))))
(assert (forall ((x Int) (y Int) (z Int) (a Int)) (=> (and (inv x y z a) (>= z 1)) (inv (+ x 6) y (- z 1) a))))
(assert (forall ((x Int) (y Int) (z Int) (a Int)) (=> (and (inv x y z a) (= a 12) (= x 0) (= y 4) (= z 0)) false)))
(check-sat)
