; expect: unsat
; class: machines
; A two-counter machine copies. Times 3, by 2.
(set-logic HORN)
(declare-fun s1 (Int Int Int) Bool)
(declare-fun s2 (Int Int Int) Bool)
(declare-fun halt (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (s1 n 0 n))))
(assert (forall ((a Int) (b Int) (n Int)) (=> (and (s1 a b n) (> a 0)) (s1 (- a 1) (+ b 3) n))))
(assert (forall ((a Int) (b Int) (n Int)) (=> (and (s1 a b n) (= a 0)) (s2 a b n))))
(assert (forall ((a Int) (b Int) (n Int)) (=> (and (s2 a b n) (>= b 2)) (s2 (+ a 1) (- b 2) n))))
(assert (forall ((a Int) (b Int) (n Int)) (=> (and (s2 a b n) (< b 2)) (halt a b n))))
(assert (forall ((a Int) (b Int) (n Int)) (=> (and (halt a b n) (= b 0) (distinct a (+ n 1))) false)))
(check-sat)
