; expect: unsat
; class: meeting
; Two sets of remainders meet. 7 and 9.
(set-logic HORN)
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(assert (p 3))
(assert (forall ((x Int)) (=> (p x) (p (+ x 7)))))
(assert (q 5))
(assert (forall ((x Int)) (=> (q x) (q (+ x 9)))))
(assert (forall ((x Int)) (=> (and (p x) (q x)) false)))
(check-sat)
