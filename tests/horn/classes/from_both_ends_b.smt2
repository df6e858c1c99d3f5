; expect: sat
; class: meeting
; One goes up, one goes down. None leaves.
(set-logic HORN)
(declare-fun p (Int Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (p 0 n))))
(assert (forall ((x Int) (n Int)) (=> (and (p x n) (< x n)) (p (+ x 1) n))))
(assert (forall ((n Int)) (=> (>= n 0) (q n n))))
(assert (forall ((x Int) (n Int)) (=> (and (q x n) (> x 0)) (q (- x 1) n))))
(assert (forall ((x Int) (n Int) (y Int)) (=> (and (p x n) (q y n) (or (> x n) (< y 0))) false)))
(check-sat)
