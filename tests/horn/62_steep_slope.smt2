; expect: sat
; 3x + 5y <= 5n.
(set-logic HORN)
(declare-fun P (Int Int Int) Bool)
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (= x 0) (= y n) (>= n 0)) (P x y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (P x y n) (>= y 3)) (P (+ x 5) (+ y (- 3)) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (P x y n) (>= y 1)) (P (+ x 1) (+ y (- 1)) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (P x y n) (> (* 3 x) (* 5 n))) false)))
(check-sat)
