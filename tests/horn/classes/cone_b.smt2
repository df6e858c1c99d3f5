; expect: sat
; class: half-planes
; Steps in a cone. The other side.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 2) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 1) (+ y 3)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (> y (* 3 x))) false)))
(check-sat)
