; expect: unsat
; class: mutual
; Predicates call each other in a ring.
(set-logic HORN)
(declare-fun a (Int Int) Bool)
(declare-fun b (Int Int) Bool)
(declare-fun c (Int Int) Bool)
(assert (a 0 0))
(assert (forall ((x Int) (y Int)) (=> (a x y) (b (+ x 1) y))))
(assert (forall ((x Int) (y Int)) (=> (b x y) (c x (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (c x y) (a (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (c x y) (= x y) (> x 6)) false)))
(check-sat)
