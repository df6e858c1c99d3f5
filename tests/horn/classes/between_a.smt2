; expect: sat
; class: moved
; Both ends of a range move to each other. They never cross.
(set-logic HORN)
(declare-fun inv (Int Int Int Int) Bool)
(assert (forall ((l Int) (h Int)) (=> (<= l h) (inv l h l h))))
(assert (forall ((x Int) (y Int) (l Int) (h Int)) (=> (and (inv x y l h) (< x y)) (inv (+ x 1) y l h))))
(assert (forall ((x Int) (y Int) (l Int) (h Int)) (=> (and (inv x y l h) (< x y)) (inv x (- y 1) l h))))
(assert (forall ((x Int) (y Int) (l Int) (h Int)) (=> (and (inv x y l h) (> x y)) false)))
(check-sat)
