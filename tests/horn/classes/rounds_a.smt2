; expect: sat
; class: products
; n times n, added up: in the loop it is i times n.
(set-logic HORN)
(declare-fun p (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (p 0 0 n))))
(assert (forall ((i Int) (s Int) (n Int)) (=> (and (p i s n) (< i n)) (p (+ i 1) (+ s n) n))))
(assert (forall ((i Int) (s Int) (n Int)) (=> (and (p i s n) (>= i n) (not (= s (* n n)))) false)))
(check-sat)
