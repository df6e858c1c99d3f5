; expect: sat
; class: vacuous
; Nothing can be derived. No odd number is even.
(set-logic HORN)
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (and (q x) (> x 0)) (p x))))
(assert (forall ((x Int)) (=> (and (p x) (> x 3)) (q x))))
(assert (forall ((x Int)) (=> (and (> x 0) (= (* 2 x) 7)) (q x))))
(assert (forall ((x Int)) (=> (and (q x) (> x 5)) false)))
(check-sat)
