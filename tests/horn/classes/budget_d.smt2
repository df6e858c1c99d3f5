; expect: unsat
; class: half-planes
; What is left of a budget stays above zero. All is spent.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(declare-fun q (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (inv 0 0 n))))
(assert (forall ((x Int) (y Int) (r Int)) (=> (and (inv x y r) (>= r 2)) (inv (+ x 1) y (- r 2)))))
(assert (forall ((x Int) (y Int) (r Int)) (=> (and (inv x y r) (>= r 3)) (inv x (+ y 1) (- r 3)))))
(assert (forall ((x Int) (y Int) (r Int) (n Int)) (=> (and (inv x y r) (= n (+ (+ r (* 2 x)) (* 3 y)))) (q x y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (q x y n) (= (+ (* 2 x) (* 3 y)) n) (= x 3) (= y 2)) false)))
(check-sat)
