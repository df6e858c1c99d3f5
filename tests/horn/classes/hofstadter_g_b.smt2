; expect: sat
; class: nonlinear
; G(n) = n - G(G(n-1)).
(set-logic HORN)
(declare-fun g (Int Int) Bool)
(assert (g 0 0))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (g n a) (g a b)) (g (+ n 1) (- (+ n 1) b)))))
(assert (forall ((n Int) (x Int)) (=> (and (g n x) (< x 0)) false)))
(check-sat)
