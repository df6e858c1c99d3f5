; expect: sat
; class: in a row
; The same loop over and over, called by its summary. Strictly.
(set-logic HORN)
(declare-fun f (Int Int Int) Bool)
(declare-fun g (Int Int) Bool)
(declare-fun h (Int Int) Bool)
(assert (forall ((x Int) (n Int)) (=> (<= x n) (f x x n))))
(assert (forall ((x Int) (z Int) (n Int)) (=> (and (f x z n) (< z n)) (f x (+ z 1) n))))
(assert (forall ((x Int) (z Int) (n Int)) (=> (and (f x z n) (= z n)) (g x z))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (g x y) (g y z)) (h x (+ z 1)))))
(assert (forall ((x Int) (z Int)) (=> (and (h x z) (<= z x)) false)))
(check-sat)
