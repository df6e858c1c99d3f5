; expect: sat
; class: in a row
; Each loop counts up to the counter of the one before. Four loops.
(set-logic HORN)
(declare-fun l1 (Int Int Int Int Int) Bool)
(declare-fun l2 (Int Int Int Int Int) Bool)
(declare-fun l3 (Int Int Int Int Int) Bool)
(declare-fun l4 (Int Int Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (l1 0 0 0 0 n))))
(assert (forall ((x1 Int) (x2 Int) (x3 Int) (x4 Int) (n Int)) (=> (and (l1 x1 x2 x3 x4 n) (< x1 n)) (l1 (+ x1 1) x2 x3 x4 n))))
(assert (forall ((x1 Int) (x2 Int) (x3 Int) (x4 Int) (n Int)) (=> (and (l1 x1 x2 x3 x4 n) (>= x1 n)) (l2 x1 x2 x3 x4 n))))
(assert (forall ((x1 Int) (x2 Int) (x3 Int) (x4 Int) (n Int)) (=> (and (l2 x1 x2 x3 x4 n) (< x2 x1)) (l2 x1 (+ x2 1) x3 x4 n))))
(assert (forall ((x1 Int) (x2 Int) (x3 Int) (x4 Int) (n Int)) (=> (and (l2 x1 x2 x3 x4 n) (>= x2 x1)) (l3 x1 x2 x3 x4 n))))
(assert (forall ((x1 Int) (x2 Int) (x3 Int) (x4 Int) (n Int)) (=> (and (l3 x1 x2 x3 x4 n) (< x3 x2)) (l3 x1 x2 (+ x3 1) x4 n))))
(assert (forall ((x1 Int) (x2 Int) (x3 Int) (x4 Int) (n Int)) (=> (and (l3 x1 x2 x3 x4 n) (>= x3 x2)) (l4 x1 x2 x3 x4 n))))
(assert (forall ((x1 Int) (x2 Int) (x3 Int) (x4 Int) (n Int)) (=> (and (l4 x1 x2 x3 x4 n) (< x4 x3)) (l4 x1 x2 x3 (+ x4 1) n))))
(assert (forall ((x1 Int) (x2 Int) (x3 Int) (x4 Int) (n Int)) (=> (and (l4 x1 x2 x3 x4 n) (>= x4 x3) (distinct x4 n)) false)))
(check-sat)
