; expect: unsat
; class: mutual
; Two functions give each other results.
(set-logic HORN)
(declare-fun f (Int Int) Bool)
(declare-fun g (Int Int) Bool)
(assert (f 0 0))
(assert (g 0 1))
(assert (forall ((n Int) (r Int)) (=> (g n r) (f (+ n 1) (+ r 1)))))
(assert (forall ((n Int) (r Int)) (=> (f n r) (g (+ n 1) (+ r 3)))))
(assert (forall ((n Int) (r Int)) (=> (and (g n r) (= (mod n 2) 1) (= r (+ (* 2 n) 1)) (> n 4)) false)))
(check-sat)
