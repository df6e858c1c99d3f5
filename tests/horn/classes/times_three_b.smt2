; expect: sat
; class: machines
; Multiply by three and halve, as in a machine. Never a multiple of three after a step up.
(set-logic HORN)
(declare-fun st (Int Int) Bool)
(assert (forall ((n Int)) (=> (and (>= n 1) (< n 9)) (st 0 n))))
(assert (forall ((p Int) (x Int)) (=> (and (st p x) (= (mod x 2) 0)) (st p (div x 2)))))
(assert (forall ((p Int) (x Int)) (=> (and (st p x) (= (mod x 2) 1) (> x 1)) (st (+ p 1) (+ (* 3 x) 1)))))
(assert (forall ((p Int) (x Int)) (=> (and (st p x) (> p 0) (= (mod x 3) 0)) false)))
(check-sat)
