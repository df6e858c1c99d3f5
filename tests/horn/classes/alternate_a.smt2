; expect: sat
; class: cells
; Even and odd cells get different values. One of two values.
(set-logic HORN)
(declare-fun p (Int Bool Int Int Int) Bool)
(assert (forall ((n Int) (B Bool) (k Int) (v Int)) (=> (and (> n 0) B) (p 0 B n k v))))
(assert (forall ((i Int) (B Bool) (n Int) (k Int) (v Int)) (=> (and (p i B n k v) (< i n) (distinct i k)) (p (+ i 1) (not B) n k v))))
(assert (forall ((i Int) (B Bool) (n Int) (k Int) (v Int)) (=> (and (p i B n k v) (< i n) (= i k)) (p (+ i 1) (not B) n k (ite B 1 2)))))
(assert (forall ((i Int) (B Bool) (n Int) (k Int) (v Int)) (=> (and (p i B n k v) (<= 0 k) (< k i) (distinct v 1) (distinct v 2)) false)))
(check-sat)
