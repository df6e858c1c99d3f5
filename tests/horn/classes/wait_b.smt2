; expect: sat
; class: deep
; A bug behind two phases. Not there.
(set-logic HORN)
(declare-fun p (Int Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 60)) (p (+ x 1) 0))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 60)) (q x 0))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (> x 0)) (q (- x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (= x 0) (distinct y 120)) false)))
(check-sat)
