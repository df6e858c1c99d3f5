; expect: unsat
; class: meeting
; Two sets of remainders meet. 3 and 5.
(set-logic HORN)
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (+ x 3)))))
(assert (q 1))
(assert (forall ((x Int)) (=> (q x) (q (+ x 5)))))
(assert (forall ((x Int)) (=> (and (p x) (q x) (> x 20)) false)))
(check-sat)
