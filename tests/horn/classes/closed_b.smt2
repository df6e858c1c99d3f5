; expect: sat
; class: nonlinear
; A set closed under sums. 6 and 10 give no odd ones.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 6))
(assert (p 10))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y)) (p (+ x y)))))
(assert (forall ((x Int)) (=> (and (p x) (= x 99)) false)))
(check-sat)
