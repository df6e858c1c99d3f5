; expect: sat
; class: cells
; Two cells of an array in which each one is put in order. In order.
(set-logic HORN)
(declare-fun p (Int Int Int Int Int Int) Bool)
(assert (forall ((j Int) (k Int) (n Int) (a Int) (b Int)) (=> (and (<= 0 j) (< j k) (< k n)) (p 0 n j a k b))))
(assert (forall ((i Int) (n Int) (j Int) (a Int) (k Int) (b Int)) (=> (and (p i n j a k b) (< i n) (distinct i j) (distinct i k)) (p (+ i 1) n j a k b))))
(assert (forall ((i Int) (n Int) (j Int) (a Int) (k Int) (b Int)) (=> (and (p i n j a k b) (< i n) (= i j)) (p (+ i 1) n j (+ i 0) k b))))
(assert (forall ((i Int) (n Int) (j Int) (a Int) (k Int) (b Int)) (=> (and (p i n j a k b) (< i n) (= i k)) (p (+ i 1) n j a k (* 2 i)))))
(assert (forall ((i Int) (n Int) (j Int) (a Int) (k Int) (b Int)) (=> (and (p i n j a k b) (>= i n) (>= a b)) false)))
(check-sat)
