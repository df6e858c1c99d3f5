; expect: sat
; class: lockstep
; A fast and a slow runner with a head start. One overtakes by at most 3.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 11 0))
(assert (forall ((x Int) (y Int) (t Int)) (=> (and (inv x y t) (< x y)) (inv (+ x 5) (+ y 1) (+ t 1)))))
(assert (forall ((x Int) (y Int) (t Int)) (=> (and (inv x y t) (> x (+ y 3))) false)))
(check-sat)
