; expect: sat
; class: vacuous
; The end cannot be reached or asks nothing. The guard contradicts itself.
(set-logic HORN)
(declare-fun p (Int) Bool)
(declare-fun r (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (+ x 3)))))
(assert (forall ((x Int)) (=> (and (p x) (= (mod x 3) 1)) (r x))))
(assert (forall ((x Int)) (=> (r x) false)))
(check-sat)
