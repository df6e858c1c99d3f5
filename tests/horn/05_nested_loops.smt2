; expect: sat
; The inner counter starts at the outer one, so it never is below it.
(set-logic HORN)
(declare-fun outer (Int Int) Bool)
(declare-fun inner (Int Int Int) Bool)
(assert (forall ((n Int)) (outer 0 n)))
(assert (forall ((i Int) (n Int)) (=> (and (outer i n) (< i n)) (inner i i n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (inner i j n) (< j n)) (inner i (+ j 1) n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (inner i j n) (>= j n)) (outer (+ i 1) n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (inner i j n) (or (< j i) (< i 0))) false)))
(check-sat)
