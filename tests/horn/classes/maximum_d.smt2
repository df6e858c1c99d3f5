; expect: unsat
; class: cells
; A cell and the maximum so far. The maximum can be the last.
(set-logic HORN)
(declare-fun p (Int Int Int Int Int) Bool)
(assert (forall ((k Int) (n Int) (v Int)) (=> (and (<= 0 k) (< k n)) (p 0 n k v 0))))
(assert (forall ((i Int) (n Int) (k Int) (v Int) (m Int)) (=> (and (p i n k v m) (< i n) (= i k) (<= v m)) (p (+ i 1) n k v m))))
(assert (forall ((i Int) (n Int) (k Int) (v Int) (m Int)) (=> (and (p i n k v m) (< i n) (= i k) (not (<= v m))) (p (+ i 1) n k v v))))
(assert (forall ((i Int) (n Int) (k Int) (v Int) (m Int)) (=> (and (p i n k v m) (< i n) (distinct i k)) (p (+ i 1) n k v m))))
(assert (forall ((i Int) (n Int) (k Int) (v Int) (m Int) (x Int)) (=> (and (p i n k v m) (< i n) (distinct i k) (> x m)) (p (+ i 1) n k v x))))
(assert (forall ((i Int) (n Int) (k Int) (v Int) (m Int)) (=> (and (p i n k v m) (>= i n) (= v m) (> m 1) (= k (- n 1))) false)))
(check-sat)
