; expect: unsat
; class: meeting
; Two functions agree on all arguments that both have. But for zero.
(set-logic HORN)
(declare-fun f (Int Int) Bool)
(declare-fun g (Int Int) Bool)
(assert (f 0 0))
(assert (forall ((n Int) (r Int)) (=> (f n r) (f (+ n 1) (+ r 2)))))
(assert (g 0 0))
(assert (forall ((n Int) (r Int)) (=> (g n r) (g (+ n 3) (+ r 7)))))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (f n a) (g n b) (distinct a b)) false)))
(check-sat)
