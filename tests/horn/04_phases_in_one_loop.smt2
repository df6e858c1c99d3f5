; expect: sat
; One loop with two phases: y follows only after x has passed 50.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 50))
(assert (forall ((x Int) (y Int) (z Int))
  (=> (and (inv x y) (< x 100) (= z (ite (< x 50) y (+ y 1)))) (inv (+ x 1) z))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (= x 100) (not (= y 100))) false)))
(check-sat)
