; expect: sat
; class: vacuous
; The end cannot be reached or asks nothing. The query contradicts itself.
(set-logic HORN)
(declare-fun p (Int) Bool)
(declare-fun r (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (+ x 3)))))
(assert (forall ((x Int)) (=> (p x) (r x))))
(assert (forall ((x Int)) (=> (and (r x) (> x 5) (< x 6)) false)))
(check-sat)
