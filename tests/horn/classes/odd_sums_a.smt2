; expect: sat
; class: products
; Sums of odd numbers. s = i*i.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 0 1))
(assert (forall ((i Int) (s Int) (d Int)) (=> (inv i s d) (inv (+ i 1) (+ s d) (+ d 2)))))
(assert (forall ((i Int) (s Int) (d Int)) (=> (and (inv i s d) (distinct s (* i i))) false)))
(check-sat)
