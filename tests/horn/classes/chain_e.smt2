; expect: sat
; class: in a row
; Each loop counts up to the counter of the one before. Three loops, the last by two.
(set-logic HORN)
(declare-fun l1 (Int Int Int Int) Bool)
(declare-fun l2 (Int Int Int Int) Bool)
(declare-fun l3 (Int Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (l1 0 0 0 n))))
(assert (forall ((x1 Int) (x2 Int) (x3 Int) (n Int)) (=> (and (l1 x1 x2 x3 n) (< x1 n)) (l1 (+ x1 1) x2 x3 n))))
(assert (forall ((x1 Int) (x2 Int) (x3 Int) (n Int)) (=> (and (l1 x1 x2 x3 n) (>= x1 n)) (l2 x1 x2 x3 n))))
(assert (forall ((x1 Int) (x2 Int) (x3 Int) (n Int)) (=> (and (l2 x1 x2 x3 n) (< x2 x1)) (l2 x1 (+ x2 1) x3 n))))
(assert (forall ((x1 Int) (x2 Int) (x3 Int) (n Int)) (=> (and (l2 x1 x2 x3 n) (>= x2 x1)) (l3 x1 x2 x3 n))))
(assert (forall ((x1 Int) (x2 Int) (x3 Int) (n Int)) (=> (and (l3 x1 x2 x3 n) (< x3 x2)) (l3 x1 x2 (+ x3 2) n))))
(assert (forall ((x1 Int) (x2 Int) (x3 Int) (n Int)) (=> (and (l3 x1 x2 x3 n) (> x3 (+ n 1))) false)))
(check-sat)
