; expect: sat
; A variable that keeps away from three, in steps over it.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int) (y Int))
  (=> (and (p x) (= y (ite (= x 2) (+ x 2) (+ x 1)))) (p y))))
(assert (forall ((x Int)) (=> (p x) (not (= x 3)))))
(check-sat)
