; expect: unsat
; class: phases
; One loop: x goes up to the middle, then down. The second phase is too long.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (inv 0 0 n))))
(assert (forall ((i Int) (x Int) (n Int)) (=> (and (inv i x n) (< i n)) (inv (+ i 1) (+ x 1) n))))
(assert (forall ((i Int) (x Int) (n Int)) (=> (and (inv i x n) (>= i n) (< i (* 3 n))) (inv (+ i 1) (- x 1) n))))
(assert (forall ((i Int) (x Int) (n Int)) (=> (and (inv i x n) (>= i (* 3 n)) (>= x 0)) false)))
(check-sat)
