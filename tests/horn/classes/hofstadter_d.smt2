; expect: unsat
; class: mutual
; Hofstadter: F(n) = n - M(F(n-1)), M(n) = n - F(M(n-1)). M(n) = 8.
(set-logic HORN)
(declare-fun f (Int Int) Bool)
(declare-fun m (Int Int) Bool)
(assert (f 0 1))
(assert (m 0 0))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (f n a) (m a b)) (f (+ n 1) (- (+ n 1) b)))))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (m n a) (f a b)) (m (+ n 1) (- (+ n 1) b)))))
(assert (forall ((n Int) (x Int)) (=> (and (m n x) (= x 8)) false)))
(check-sat)
