; expect: unsat
; class: walks
; A walk between borders. From n to one.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 1) (inv n n))))
(assert (forall ((x Int) (n Int)) (=> (and (inv x n) (< x n)) (inv (+ x 1) n))))
(assert (forall ((x Int) (n Int)) (=> (and (inv x n) (>= x 1)) (inv (- x 2) n))))
(assert (forall ((x Int) (n Int)) (=> (and (inv x n) (= n 7) (= x (- 1))) false)))
(check-sat)
