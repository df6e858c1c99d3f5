; expect: sat
; class: mutual
; Two functions give each other results. Even arguments.
(set-logic HORN)
(declare-fun f (Int Int) Bool)
(declare-fun g (Int Int) Bool)
(assert (f 0 0))
(assert (g 0 2))
(assert (forall ((n Int) (r Int)) (=> (g n r) (f (+ n 1) (+ r 1)))))
(assert (forall ((n Int) (r Int)) (=> (f n r) (g (+ n 1) (+ r 3)))))
(assert (forall ((n Int) (r Int)) (=> (and (f n r) (= (mod n 2) 0) (distinct r (* 2 n))) false)))
(check-sat)
