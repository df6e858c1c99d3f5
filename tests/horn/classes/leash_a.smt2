; expect: sat
; class: walks
; Two walkers on a leash.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< (- x y) 3)) (inv (+ x 1) y))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< (- y x) 3)) (inv x (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (- x 2) (- y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (<= x y)) (inv x (- y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (> (- y x) 3)) false)))
(check-sat)
