; expect: unsat
; class: half-planes
; A triangle that is kept by its moves. One more when turned.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (inv 0 0 n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (< (+ x y) n)) (inv (+ x 1) y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (>= x 1)) (inv (- x 1) (+ y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (>= y 1)) (inv x (- y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (inv x y n) (inv y (+ x 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (> x (+ n 1))) false)))
(check-sat)
