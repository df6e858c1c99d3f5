; expect: sat
; class: nested
; Rows of a constant width. k = 5r.
(set-logic HORN)
(declare-fun o (Int Int Int) Bool)
(declare-fun i (Int Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (o 0 0 n))))
(assert (forall ((r Int) (k Int) (n Int)) (=> (and (o r k n) (< r n)) (i r 0 k n))))
(assert (forall ((r Int) (c Int) (k Int) (n Int)) (=> (and (i r c k n) (< c 5)) (i r (+ c 1) (+ k 1) n))))
(assert (forall ((r Int) (c Int) (k Int) (n Int)) (=> (and (i r c k n) (>= c 5)) (o (+ r 1) k n))))
(assert (forall ((r Int) (k Int) (n Int)) (=> (and (o r k n) (>= r n) (distinct k (* 5 n))) false)))
(check-sat)
