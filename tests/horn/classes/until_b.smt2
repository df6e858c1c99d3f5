; expect: sat
; class: disequal
; A loop that ends at equality. Even bounds.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((n Int)) (=> (and (>= n 0) (= (mod n 2) 0)) (inv 0 n))))
(assert (forall ((x Int) (n Int)) (=> (and (inv x n) (distinct x n)) (inv (+ x 2) n))))
(assert (forall ((x Int) (n Int)) (=> (and (inv x n) (> x n)) false)))
(check-sat)
