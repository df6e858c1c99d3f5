; expect: sat
; class: machines
; A two-counter machine copies. There and back.
(set-logic HORN)
(declare-fun s1 (Int Int Int) Bool)
(declare-fun s2 (Int Int Int) Bool)
(declare-fun halt (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (s1 n 0 n))))
(assert (forall ((a Int) (b Int) (n Int)) (=> (and (s1 a b n) (> a 0)) (s1 (- a 1) (+ b 1) n))))
(assert (forall ((a Int) (b Int) (n Int)) (=> (and (s1 a b n) (= a 0)) (s2 a b n))))
(assert (forall ((a Int) (b Int) (n Int)) (=> (and (s2 a b n) (>= b 1)) (s2 (+ a 1) (- b 1) n))))
(assert (forall ((a Int) (b Int) (n Int)) (=> (and (s2 a b n) (< b 1)) (halt a b n))))
(assert (forall ((a Int) (b Int) (n Int)) (=> (and (halt a b n) (distinct a n)) false)))
(check-sat)
