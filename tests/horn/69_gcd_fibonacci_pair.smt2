; expect: unsat
; 55 and 34 take the longest.
(set-logic HORN)
(set-info :status unsat)
(declare-fun G (Int Int Int) Bool)
(assert (forall ((v1 Int) (v2 Int) (v3 Int)) (=> (and (= v1 55) (= v2 34) (= v3 0)) (G v1 v2 v3))))
(assert (forall ((a Int) (b Int) (c Int) (v1 Int) (v3 Int))
  (=> (and (G a b c) (> a b) (= v1 (- a b)) (= v3 (+ c 1))) (G v1 b v3))))
(assert (forall ((a Int) (b Int) (c Int) (v2 Int) (v3 Int))
  (=> (and (G a b c) (> b a) (= v2 (- b a)) (= v3 (+ c 1))) (G a v2 v3))))
(assert (forall ((a Int) (b Int) (c Int)) (=> (and (G a b c) (= a b) (>= c 8)) false)))
(check-sat)
