; expect: unsat
; class: nonlinear
; Intervals are put together. Any width.
(set-logic HORN)
(declare-fun p (Int Int) Bool)
(assert (forall ((l Int)) (p l (- l 3))))
(assert (forall ((l Int)) (p l (+ l 2))))
(assert (forall ((l Int) (m Int) (h Int)) (=> (and (p l m) (p m h)) (p l h))))
(assert (forall ((l Int) (h Int)) (=> (and (p l h) (= l (+ h 4))) false)))
(check-sat)
