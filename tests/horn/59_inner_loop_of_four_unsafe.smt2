; expect: unsat
; The bound is one too low, or the claim for another sum.
(set-logic HORN)
(declare-fun P (Int Int Int) Bool)
(declare-fun Q (Int Int Int Int) Bool)
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (= x 0) (= y 0) (>= n 0)) (P x y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (P x y n) (< x n)) (Q x y 0 n))))
(assert (forall ((x Int) (y Int) (j Int) (n Int)) (=> (and (Q x y j n) (< j 4)) (Q x (+ y 1) (+ j 1) n))))
(assert (forall ((x Int) (y Int) (j Int) (n Int)) (=> (and (Q x y j n) (>= j 4)) (P (+ x 1) y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (P x y n) (>= x n) (> y (* 3 n))) false)))
(check-sat)
