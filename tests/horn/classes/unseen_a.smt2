; expect: sat
; class: half-planes
; A half-plane that no condition mentions. x+2y <= 3n.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (inv n n n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (>= x 2)) (inv (- x 2) (+ y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (>= y 1)) (inv (+ x 1) (- y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (= x 0) (> (* 2 y) (* 3 n))) false)))
(check-sat)
