; expect: sat
; class: nonlinear
; Maximum over a tree, bounded by a parameter.
(set-logic HORN)
(declare-fun t (Int Int Int) Bool)
(assert (forall ((v Int) (n Int)) (=> (<= v n) (t n v 1))))
(assert (forall ((n Int) (a Int) (c Int) (b Int) (d Int)) (=> (and (t n a c) (t n b d)) (t n (ite (< a b) b a) (+ c d)))))
(assert (forall ((n Int) (v Int) (c Int)) (=> (and (t n v c) (> v n)) false)))
(check-sat)
