; expect: unsat
; class: vacuous
; The end cannot be reached or asks nothing.
(set-logic HORN)
(declare-fun p (Int) Bool)
(declare-fun r (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (+ x 3)))))
(assert (forall ((x Int)) (=> (and (p x) (= (mod x 3) 0)) (r x))))
(assert (forall ((x Int)) (=> (and (r x) (> x 5)) false)))
(check-sat)
