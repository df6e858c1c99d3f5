; expect: unsat
; The third way makes y - 3*x smaller.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 5))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 1) (+ y 3)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (> x 4)) (inv (+ x 2) (+ y 5)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< y (+ 5 (* 3 x)))) false)))
(check-sat)
