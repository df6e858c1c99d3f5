; expect: sat
; class: producers
; A sender with credits. Late.
(set-logic HORN)
(declare-fun inv (Int Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (inv n 0 0 n))))
(assert (forall ((c Int) (f Int) (k Int) (n Int)) (=> (and (inv c f k n) (> c 0)) (inv (- c 1) (+ f 1) k n))))
(assert (forall ((c Int) (f Int) (k Int) (n Int)) (=> (and (inv c f k n) (> f 0)) (inv c (- f 1) (+ k 1) n))))
(assert (forall ((c Int) (f Int) (k Int) (n Int)) (=> (and (inv c f k n) (>= k 2)) (inv (+ c 1) f (- k 1) n))))
(assert (forall ((c Int) (f Int) (k Int) (n Int)) (=> (and (inv c f k n) (< k 0)) false)))
(check-sat)
