; expect: sat
; class: nonlinear
; A set closed under sums. Multiples of three.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 6))
(assert (p 9))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y)) (p (+ x y)))))
(assert (forall ((x Int)) (=> (and (p x) (distinct (mod x 3) 0)) false)))
(check-sat)
