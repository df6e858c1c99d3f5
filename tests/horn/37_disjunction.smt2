; expect: sat
; Two ways of moving keep the sum a multiple of three.
(set-logic HORN)
(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int) (u Int) (v Int))
  (=> (and (p x y) (or (and (= u (+ x 1)) (= v (+ y 2))) (and (= u (+ x 2)) (= v (+ y 1)))))
      (p u v))))
(assert (forall ((x Int) (y Int)) (=> (p x y) (= (mod (+ x y) 3) 0))))
(check-sat)
