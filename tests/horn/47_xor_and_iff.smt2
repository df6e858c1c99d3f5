; expect: sat
; Truth values that change together.
(set-logic HORN)
(declare-fun p (Bool Bool Int) Bool)
(assert (p false true 0))
(assert (forall ((a Bool) (b Bool) (c Bool) (x Int))
  (=> (and (p a b x) (= c (not a))) (p c (not b) (+ x 1)))))
(assert (forall ((a Bool) (b Bool) (x Int)) (=> (p a b x) (xor a b))))
(check-sat)
