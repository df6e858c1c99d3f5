; expect: unsat
; Down by 2 from 160, up by 1 to 100, then stuck there.
(set-logic HORN)
(set-info :status unsat)
(declare-fun D (Int) Bool)
(declare-fun U (Int Int) Bool)
(assert (D 160))
(assert (forall ((x Int)) (=> (and (> x 0) (D x)) (D (- x 2)))))
(assert (forall ((x Int)) (=> (and (<= x 0) (D x)) (U x 0))))
(assert (forall ((x Int) (y Int)) (=> (and (< x 100) (U x y)) (U (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (> y 99) (U x y)) false)))
(check-sat)
