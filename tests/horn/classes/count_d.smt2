; expect: sat
; class: deep
; A bug after a long way. But not there.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< x 5000)) (inv (+ x 1) (+ y 3)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (> y 15000)) false)))
(check-sat)
