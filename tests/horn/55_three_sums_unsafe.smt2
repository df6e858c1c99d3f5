; expect: unsat
; The bound is one too low, or the claim for another sum.
(set-logic HORN)
(declare-fun P0 (Int Int Int) Bool)
(declare-fun P1 (Int Int Int) Bool)
(declare-fun P2 (Int Int Int) Bool)
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (= x 0) (= y 0) (>= n 0)) (P0 x y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (P0 x y n) (< x n)) (P0 (+ x 1) (+ y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (P0 x y n) (>= x n)) (P1 0 y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (P1 x y n) (< x n)) (P1 (+ x 1) (+ y 2) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (P1 x y n) (>= x n)) (P2 0 y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (P2 x y n) (< x n)) (P2 (+ x 1) (+ y 3) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (P2 x y n) (>= x n) (not (= y (* 7 n)))) false)))
(check-sat)
