; expect: unsat
; class: walks
; A walk between borders. Jumps back by three too early.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 1) (inv 1 n))))
(assert (forall ((x Int) (n Int)) (=> (and (inv x n) (< x n)) (inv (+ x 1) n))))
(assert (forall ((x Int) (n Int)) (=> (and (inv x n) (>= x 2)) (inv (- x 3) n))))
(assert (forall ((x Int) (n Int)) (=> (and (inv x n) (< x 0)) false)))
(check-sat)
