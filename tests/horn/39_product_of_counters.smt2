; expect: sat
; Multiplication by repeated addition: a product of two numbers that are not negative is not
; negative.
(set-logic HORN)
(declare-fun mult (Int Int Int) Bool)
(assert (forall ((x Int)) (mult x 0 0)))
(assert (forall ((x Int) (y Int) (r Int)) (=> (and (mult x (- y 1) r) (> y 0)) (mult x y (+ r x)))))
(assert (forall ((x Int) (y Int) (r Int)) (=> (and (mult x y r) (>= x 0)) (>= r 0))))
(assert (forall ((x Int) (y Int) (r Int)) (=> (and (mult x y r) (>= x 1)) (>= r y))))
(check-sat)
