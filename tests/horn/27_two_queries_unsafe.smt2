; expect: unsat
; The first query holds, the second does not.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 10))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (> y 0)) (inv (+ x 1) (- y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< y 0)) false)))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (= x 7)) (> y 3))))
(check-sat)
