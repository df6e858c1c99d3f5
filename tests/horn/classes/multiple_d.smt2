; expect: sat
; class: products
; s = i*c. At least i.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((c Int)) (=> (>= c 1) (inv 0 0 c))))
(assert (forall ((i Int) (s Int) (c Int)) (=> (inv i s c) (inv (+ i 1) (+ s c) c))))
(assert (forall ((i Int) (s Int) (c Int)) (=> (and (inv i s c) (< s i)) false)))
(check-sat)
