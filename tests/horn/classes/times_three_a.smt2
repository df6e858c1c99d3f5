; expect: sat
; class: machines
; Multiply by three and halve, as in a machine. Never below one.
(set-logic HORN)
(declare-fun st (Int Int) Bool)
(assert (forall ((n Int)) (=> (and (>= n 1) (< n 1000)) (st 0 n))))
(assert (forall ((p Int) (x Int)) (=> (and (st p x) (= (mod x 2) 0)) (st p (div x 2)))))
(assert (forall ((p Int) (x Int)) (=> (and (st p x) (= (mod x 2) 1) (> x 1)) (st (+ p 1) (+ (* 3 x) 1)))))
(assert (forall ((p Int) (x Int)) (=> (and (st p x) (< x 1)) false)))
(check-sat)
