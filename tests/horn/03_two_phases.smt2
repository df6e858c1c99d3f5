; expect: sat
; Up in the first phase, down in the second.
(set-logic HORN)
(declare-fun up (Int Int) Bool)
(declare-fun down (Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 0) (up 0 n))))
(assert (forall ((x Int) (n Int)) (=> (and (up x n) (< x n)) (up (+ x 1) n))))
(assert (forall ((x Int) (n Int)) (=> (and (up x n) (not (< x n))) (down x n))))
(assert (forall ((x Int) (n Int)) (=> (and (down x n) (> x 0)) (down (- x 1) n))))
(assert (forall ((x Int) (n Int)) (=> (and (down x n) (<= x 0) (distinct x 0)) false)))
(check-sat)
