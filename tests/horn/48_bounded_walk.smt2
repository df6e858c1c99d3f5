; expect: sat
; A walk with choices stays within its bounds.
(set-logic HORN)
(declare-fun walk (Int) Bool)
(assert (walk 0))
(assert (forall ((x Int) (d Int))
  (=> (and (walk x) (<= (- 1) d 1) (<= (- 5) (+ x d)) (<= (+ x d) 5)) (walk (+ x d)))))
(assert (forall ((x Int)) (=> (walk x) (<= (- 5) x 5))))
(check-sat)
