; expect: unsat
; class: nonlinear
; A set closed under sums. 5 and 7 give 24.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 5))
(assert (p 7))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y)) (p (+ x y)))))
(assert (forall ((x Int)) (=> (and (p x) (= x 24)) false)))
(check-sat)
