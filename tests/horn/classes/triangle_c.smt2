; expect: unsat
; class: nested
; The inner loop starts at the outer counter. From zero to x.
(set-logic HORN)
(declare-fun o (Int Int Int) Bool)
(declare-fun i (Int Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (o 0 0 n))))
(assert (forall ((x Int) (t Int) (n Int)) (=> (and (o x t n) (< x n)) (i x 0 t n))))
(assert (forall ((x Int) (y Int) (t Int) (n Int)) (=> (and (i x y t n) (< y x)) (i x (+ y 1) (+ t 1) n))))
(assert (forall ((x Int) (y Int) (t Int) (n Int)) (=> (and (i x y t n) (>= y x)) (o (+ x 1) t n))))
(assert (forall ((x Int) (t Int) (n Int)) (=> (and (o x t n) (< t x)) false)))
(check-sat)
