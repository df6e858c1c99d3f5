; expect: sat
; Up to a hundred, then down again.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< x 100)) (inv (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (>= x 100) (< x 200)) (inv (+ x 1) (- y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (>= x 200) (not (= y 0))) false)))
(check-sat)
