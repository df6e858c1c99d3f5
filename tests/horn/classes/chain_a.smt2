; expect: sat
; class: in a row
; Each loop counts up to the counter of the one before. Two loops.
(set-logic HORN)
(declare-fun l1 (Int Int Int) Bool)
(declare-fun l2 (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (l1 0 0 n))))
(assert (forall ((x1 Int) (x2 Int) (n Int)) (=> (and (l1 x1 x2 n) (< x1 n)) (l1 (+ x1 1) x2 n))))
(assert (forall ((x1 Int) (x2 Int) (n Int)) (=> (and (l1 x1 x2 n) (>= x1 n)) (l2 x1 x2 n))))
(assert (forall ((x1 Int) (x2 Int) (n Int)) (=> (and (l2 x1 x2 n) (< x2 x1)) (l2 x1 (+ x2 1) n))))
(assert (forall ((x1 Int) (x2 Int) (n Int)) (=> (and (l2 x1 x2 n) (>= x2 x1) (distinct x2 n)) false)))
(check-sat)
