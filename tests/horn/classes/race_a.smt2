; expect: sat
; class: lockstep
; A fast and a slow runner with a head start. They meet at just one place.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 10 0))
(assert (forall ((x Int) (y Int) (t Int)) (=> (and (inv x y t) (< x y)) (inv (+ x 2) (+ y 1) (+ t 1)))))
(assert (forall ((x Int) (y Int) (t Int)) (=> (and (inv x y t) (> x y)) false)))
(check-sat)
