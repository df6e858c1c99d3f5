; expect: sat
; class: products
; s = i*c. Not negative.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((c Int)) (=> (>= c 0) (inv 0 0 c))))
(assert (forall ((i Int) (s Int) (c Int)) (=> (inv i s c) (inv (+ i 1) (+ s c) c))))
(assert (forall ((i Int) (s Int) (c Int)) (=> (and (inv i s c) (< s 0)) false)))
(check-sat)
