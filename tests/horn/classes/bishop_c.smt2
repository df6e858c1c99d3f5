; expect: sat
; class: walks
; A piece on a board keeps its colour. The sum is even.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 1) (- y 1)))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (- x 2) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (= (mod (+ x y) 2) 1)) false)))
(check-sat)
