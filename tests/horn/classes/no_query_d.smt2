; expect: unsat
; class: vacuous
; The end cannot be reached or asks nothing. Without an unknown.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (+ x 3)))))
(assert (forall ((x Int) (y Int)) (=> (and (= (+ (* 3 x) (* 5 y)) 1) (> x 7)) false)))
(check-sat)
