; expect: sat
; class: phases
; A mode variable says which phase it is. Both come down together.
(set-logic HORN)
(declare-fun inv (Int Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 1) (inv 0 0 0 n))))
(assert (forall ((m Int) (x Int) (y Int) (n Int)) (=> (and (inv m x y n) (= m 0) (< x n)) (inv 0 (+ x 1) y n))))
(assert (forall ((m Int) (x Int) (y Int) (n Int)) (=> (and (inv m x y n) (= m 0) (>= x n)) (inv 1 x y n))))
(assert (forall ((m Int) (x Int) (y Int) (n Int)) (=> (and (inv m x y n) (= m 1) (< y x)) (inv 1 x (+ y 1) n))))
(assert (forall ((m Int) (x Int) (y Int) (n Int)) (=> (and (inv m x y n) (= m 1) (>= y x)) (inv 2 x y n))))
(assert (forall ((m Int) (x Int) (y Int) (n Int)) (=> (and (inv m x y n) (= m 2) (> x 0)) (inv 2 (- x 1) (- y 1) n))))
(assert (forall ((m Int) (x Int) (y Int) (n Int)) (=> (and (inv m x y n) (= m 2) (distinct x y)) false)))
(check-sat)
