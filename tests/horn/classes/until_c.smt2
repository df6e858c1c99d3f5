; expect: unsat
; class: disequal
; A loop that ends at equality. Bounds of both kinds.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (inv 0 n))))
(assert (forall ((x Int) (n Int)) (=> (and (inv x n) (distinct x n)) (inv (+ x 2) n))))
(assert (forall ((x Int) (n Int)) (=> (and (inv x n) (> x n)) false)))
(check-sat)
