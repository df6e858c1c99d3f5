; expect: unsat
; class: deep
; A bug behind two phases. 400 and 400.
(set-logic HORN)
(declare-fun p (Int Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 400)) (p (+ x 1) 0))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 400)) (q x 0))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (> x 0)) (q (- x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (> y 799)) false)))
(check-sat)
