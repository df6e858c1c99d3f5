; expect: sat
; Two queries over one loop.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 10))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (> y 0)) (inv (+ x 1) (- y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< y 0)) false)))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (not (= (+ x y) 10))) false)))
(check-sat)
