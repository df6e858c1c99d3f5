; expect: sat
; Each case keeps x + y even.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 0 0))
(assert (forall ((x Int) (y Int) (m Int) (n Int)) (=> (and (inv x y m) (= n (- 1 m)))
  (inv (ite (= m 0) (+ x 1) x) (ite (= m 0) (+ y 1) (+ y 2)) n))))
(assert (forall ((x Int) (y Int) (m Int)) (=> (and (inv x y m) (= (mod (+ x y) 2) 1)) false)))
(check-sat)
