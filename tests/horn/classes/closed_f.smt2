; expect: unsat
; class: nonlinear
; A set closed under sums. 9 and 20 give 78.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 9))
(assert (p 20))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y)) (p (+ x y)))))
(assert (forall ((x Int)) (=> (and (p x) (= x 78)) false)))
(check-sat)
