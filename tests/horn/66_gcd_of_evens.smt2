; expect: sat
(set-logic HORN)
(set-info :status sat)
(declare-fun G (Int Int) Bool)
(assert (forall ((j Int) (k Int)) (=> (and (> j 0) (> k 0)) (G (* 2 j) (* 2 k)))))
(assert (forall ((a Int) (b Int)) (=> (and (> a b) (G a b)) (G (- a b) b))))
(assert (forall ((a Int) (b Int)) (=> (and (> b a) (G a b)) (G a (- b a)))))
(assert (forall ((a Int) (b Int) (h Int)) (=> (and (= a (+ (* 2 h) 1)) (G a b)) false)))
(check-sat)
