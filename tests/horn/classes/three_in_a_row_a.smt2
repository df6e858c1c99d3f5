; expect: sat
; class: phases
; Three predicates: up, level, down. The time is 2n+5.
(set-logic HORN)
(declare-fun p (Int Int Int) Bool)
(declare-fun q (Int Int Int Int) Bool)
(declare-fun r (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 0) (p 0 0 n))))
(assert (forall ((x Int) (t Int) (n Int)) (=> (and (p x t n) (< x n)) (p (+ x 1) (+ t 1) n))))
(assert (forall ((x Int) (t Int) (n Int)) (=> (and (p x t n) (>= x n)) (q x t 0 n))))
(assert (forall ((x Int) (t Int) (k Int) (n Int)) (=> (and (q x t k n) (< k 5)) (q x (+ t 1) (+ k 1) n))))
(assert (forall ((x Int) (t Int) (k Int) (n Int)) (=> (and (q x t k n) (>= k 5)) (r x t n))))
(assert (forall ((x Int) (t Int) (n Int)) (=> (and (r x t n) (> x 0)) (r (- x 1) (+ t 1) n))))
(assert (forall ((x Int) (t Int) (n Int)) (=> (and (r x t n) (<= x 0) (distinct t (+ (* 2 n) 5))) false)))
(check-sat)
