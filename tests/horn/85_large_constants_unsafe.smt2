; expect: unsat
; The first round breaks it.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 123456789012345))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< x 987654321098765)) (inv (+ x 3) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< y (+ x 123456789012345))) false)))
(check-sat)
