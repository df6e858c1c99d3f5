; expect: sat
; class: nonlinear
; A set closed under sums. 23 is the last without 5s and 7s.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 5))
(assert (p 7))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y)) (p (+ x y)))))
(assert (forall ((x Int)) (=> (and (p x) (= x 23)) false)))
(check-sat)
