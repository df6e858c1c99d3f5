; expect: sat
; Steps by two from zero never meet an odd number.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (+ x 2)))))
(assert (forall ((x Int)) (=> (and (p x) (= (mod x 2) 1)) false)))
(check-sat)
