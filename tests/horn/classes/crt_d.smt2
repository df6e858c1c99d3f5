; expect: sat
; class: meeting
; Two sets of remainders meet. In steps of 6 and 9.
(set-logic HORN)
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (+ x 6)))))
(assert (q 2))
(assert (forall ((x Int)) (=> (q x) (q (+ x 9)))))
(assert (forall ((x Int)) (=> (and (p x) (q x) (>= x 0)) false)))
(check-sat)
