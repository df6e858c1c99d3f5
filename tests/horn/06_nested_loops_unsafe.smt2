; expect: unsat
; The inner loop is left with j = n, not with j = n + 1.
(set-logic HORN)
(declare-fun outer (Int Int) Bool)
(declare-fun inner (Int Int Int) Bool)
(assert (outer 0 3))
(assert (forall ((i Int) (n Int)) (=> (and (outer i n) (< i n)) (inner i 0 n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (inner i j n) (< j n)) (inner i (+ j 1) n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (inner i j n) (>= j n)) (outer (+ i 1) n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (inner i j n) (= i 2) (= j n)) false)))
(check-sat)
