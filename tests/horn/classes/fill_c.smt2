; expect: unsat
; class: cells
; A cell of an array that a loop fills. Looked at too early.
(set-logic HORN)
(declare-fun p (Int Int Int Int) Bool)
(assert (forall ((k Int) (n Int) (v Int)) (=> (and (<= 0 k) (< k n)) (p 0 n k v))))
(assert (forall ((i Int) (n Int) (k Int) (v Int)) (=> (and (p i n k v) (< i n) (distinct i k)) (p (+ i 1) n k v))))
(assert (forall ((i Int) (n Int) (k Int) (v Int)) (=> (and (p i n k v) (< i n) (= i k)) (p (+ i 1) n k 0))))
(assert (forall ((i Int) (n Int) (k Int) (v Int)) (=> (and (p i n k v) (>= i k) (distinct v 0)) false)))
(check-sat)
