; expect: sat
; class: sums
; Each step adds to one of several sums. One counts double.
(set-logic HORN)
(declare-fun inv (Int Int Int Int) Bool)
(assert (inv 0 0 0 0))
(assert (forall ((i Int) (x Int) (y Int) (z Int)) (=> (inv i x y z) (inv (+ i 1) (+ x 1) y z))))
(assert (forall ((i Int) (x Int) (y Int) (z Int)) (=> (inv i x y z) (inv (+ i 1) x (+ y 1) z))))
(assert (forall ((i Int) (x Int) (y Int) (z Int)) (=> (inv i x y z) (inv (+ i 2) x y (+ z 1)))))
(assert (forall ((i Int) (x Int) (y Int) (z Int)) (=> (and (inv i x y z) (distinct (+ (+ x y) (* 2 z)) i)) false)))
(check-sat)
