; expect: sat
; class: mutual
; Predicates call each other in a ring. Parity in the ring.
(set-logic HORN)
(declare-fun a (Int Int) Bool)
(declare-fun b (Int Int) Bool)
(declare-fun c (Int Int) Bool)
(assert (a 0 0))
(assert (forall ((x Int) (y Int)) (=> (a x y) (b (+ x 1) y))))
(assert (forall ((x Int) (y Int)) (=> (b x y) (c x (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (c x y) (a (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (b x y) (= (mod x 2) 0)) false)))
(check-sat)
