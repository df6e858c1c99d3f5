; expect: sat
; The slope 3/2 is in no clause: 2x + 3y <= 3n + 3.
(set-logic HORN)
(declare-fun P (Int Int Int) Bool)
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (= x 0) (= y n) (>= n 0)) (P x y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (P x y n) (> y 0)) (P (+ x 3) (+ y (- 2)) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (P x y n) (> y 0)) (P (+ x 1) (+ y (- 1)) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (P x y n) (> (* 2 x) (+ (* 3 n) 3))) false)))
(check-sat)
