; expect: sat
; class: nested
; Three loops, one in the other. Ordered.
(set-logic HORN)
(declare-fun a (Int Int) Bool)
(declare-fun b (Int Int Int) Bool)
(declare-fun c (Int Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (a 0 n))))
(assert (forall ((x Int) (n Int)) (=> (and (a x n) (< x n)) (b x x n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (b x y n) (< y n)) (c x y y n))))
(assert (forall ((x Int) (y Int) (z Int) (n Int)) (=> (and (c x y z n) (< z n)) (c x y (+ z 1) n))))
(assert (forall ((x Int) (y Int) (z Int) (n Int)) (=> (and (c x y z n) (>= z n)) (b x (+ y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (b x y n) (>= y n)) (a (+ x 1) n))))
(assert (forall ((x Int) (y Int) (z Int) (n Int)) (=> (and (c x y z n) (not (and (<= x y) (<= y z) (<= z n)))) false)))
(check-sat)
