; expect: sat
; class: region
; y is the absolute value of x.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int) (x Int) (y Int)) (=> (and (>= n 1) (= x (- n)) (= y n)) (inv x y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (< x 0)) (inv (+ x 1) (- y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (>= x 0) (< x n)) (inv (+ x 1) (+ y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (<= x 0) (distinct (+ x y) 0)) false)))
(check-sat)
