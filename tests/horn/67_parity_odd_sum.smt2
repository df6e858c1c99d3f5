; expect: unsat
; The sum of two evens is even, but the third step is odd.
(set-logic HORN)
(set-info :status unsat)
(declare-fun E (Int) Bool)
(declare-fun T (Int Int) Bool)
(assert (E 0))
(assert (forall ((x Int)) (=> (and (E x) (< x 10)) (E (+ x 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (E x) (E y) (< x y)) (T x y))))
(assert (forall ((x Int) (y Int)) (=> (and (T x y) (< y 7)) (T (+ x y) y))))
(assert (forall ((x Int) (y Int)) (=> (and (T x y) (> x 13)) (T x (- y 1)))))
(assert (forall ((x Int) (y Int) (k Int)) (=> (and (T x y) (= (+ x y) (+ (* 2 k) 1)) (> x 17)) false)))
(check-sat)
