; expect: sat
; Two counters that move by different amounts keep their ratio.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (inv 0 0 n)))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (< x n)) (inv (+ x 1) (+ y 3) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (>= x n) (> n 0)) (= y (* 3 n)))))
(check-sat)
