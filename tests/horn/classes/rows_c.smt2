; expect: unsat
; class: nested
; Rows of a constant width. Width 4.
(set-logic HORN)
(declare-fun o (Int Int Int) Bool)
(declare-fun i (Int Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (o 0 0 n))))
(assert (forall ((r Int) (k Int) (n Int)) (=> (and (o r k n) (< r n)) (i r 0 k n))))
(assert (forall ((r Int) (c Int) (k Int) (n Int)) (=> (and (i r c k n) (< c 4)) (i r (+ c 1) (+ k 1) n))))
(assert (forall ((r Int) (c Int) (k Int) (n Int)) (=> (and (i r c k n) (>= c 4)) (o (+ r 1) k n))))
(assert (forall ((r Int) (k Int) (n Int)) (=> (and (o r k n) (>= r n) (> k (+ (* 3 n) 1))) false)))
(check-sat)
