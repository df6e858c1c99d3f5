; expect: sat
; class: meeting
; Two sets of remainders meet. Even and odd.
(set-logic HORN)
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (+ x 4)))))
(assert (q 1))
(assert (forall ((x Int)) (=> (q x) (q (+ x 6)))))
(assert (forall ((x Int)) (=> (and (p x) (q x) (> x 5)) false)))
(check-sat)
