; expect: sat
; The same said by a quantifier in the body instead of mod.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (+ x 2)))))
(assert (forall ((x Int)) (=> (and (p x) (exists ((k Int)) (= x (+ (* 2 k) 1)))) false)))
(check-sat)
