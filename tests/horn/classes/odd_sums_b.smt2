; expect: sat
; class: products
; Sums of odd numbers. 2s = i*(i+1).
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 0 1))
(assert (forall ((i Int) (s Int) (d Int)) (=> (inv i s d) (inv (+ i 1) (+ s d) (+ d 1)))))
(assert (forall ((i Int) (s Int) (d Int)) (=> (and (inv i s d) (distinct (* 2 s) (* i (+ i 1)))) false)))
(check-sat)
