; expect: sat
; class: nested
; Inner and outer loop share a counter.
(set-logic HORN)
(declare-fun o (Int Int Int) Bool)
(declare-fun i (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 0) (o 0 0 n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (o x y n) (< x n)) (i x y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (i x y n) (< x n)) (i (+ x 1) (+ y 2) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (i x y n) (o (+ x 1) (+ y 2) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (o x y n) (distinct y (* 2 x))) false)))
(check-sat)
