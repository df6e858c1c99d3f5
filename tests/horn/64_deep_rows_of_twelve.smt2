; expect: unsat
; Twelve rows of twelve.
(set-logic HORN)
(set-info :status unsat)
(declare-fun O (Int Int) Bool)
(declare-fun J (Int Int Int) Bool)
(assert (forall ((v1 Int) (v2 Int)) (=> (and (= v1 0) (= v2 0)) (O v1 v2))))
(assert (forall ((i Int) (t Int) (v2 Int)) (=> (and (O i t) (= v2 0)) (J i v2 t))))
(assert (forall ((i Int) (j Int) (t Int) (v2 Int) (v3 Int))
  (=> (and (J i j t) (< j 12) (= v2 (+ j 1)) (= v3 (+ t 1))) (J i v2 v3))))
(assert (forall ((i Int) (j Int) (t Int) (v1 Int)) (=> (and (J i j t) (>= j 12) (= v1 (+ i 1))) (O v1 t))))
(assert (forall ((i Int) (t Int)) (=> (and (O i t) (>= t 144)) false)))
(check-sat)
