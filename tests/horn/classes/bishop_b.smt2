; expect: unsat
; class: walks
; A piece on a board keeps its colour. A knight changes it.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 1) (- y 1)))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (- x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (= x 1) (= y 0)) false)))
(check-sat)
