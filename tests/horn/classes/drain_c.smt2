; expect: sat
; class: in a row
; One loop fills, the next moves, the last empties. Filled by two, a bound.
(set-logic HORN)
(declare-fun p (Int Int Int Int) Bool)
(declare-fun q (Int Int Int Int) Bool)
(declare-fun r (Int Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (p 0 0 0 n))))
(assert (forall ((x Int) (y Int) (z Int) (n Int)) (=> (and (p x y z n) (< x n)) (p (+ x 2) y z n))))
(assert (forall ((x Int) (y Int) (z Int) (n Int)) (=> (and (p x y z n) (>= x n)) (q x y z n))))
(assert (forall ((x Int) (y Int) (z Int) (n Int)) (=> (and (q x y z n) (> x 0)) (q (- x 1) (+ y 1) z n))))
(assert (forall ((x Int) (y Int) (z Int) (n Int)) (=> (and (q x y z n) (<= x 0)) (r x y z n))))
(assert (forall ((x Int) (y Int) (z Int) (n Int)) (=> (and (r x y z n) (> y 0)) (r x (- y 1) (+ z 2) n))))
(assert (forall ((x Int) (y Int) (z Int) (n Int)) (=> (and (r x y z n) (> z (+ (* 2 n) 2))) false)))
(check-sat)
