; expect: sat
; class: walks
; A walk between borders.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 1) (inv 0 n))))
(assert (forall ((x Int) (n Int)) (=> (and (inv x n) (< x n)) (inv (+ x 1) n))))
(assert (forall ((x Int) (n Int)) (=> (and (inv x n) (>= x 1)) (inv (- x 1) n))))
(assert (forall ((x Int) (n Int)) (=> (and (inv x n) (< x 0)) false)))
(check-sat)
