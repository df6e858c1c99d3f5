; expect: sat
; The result is positive and at most as large as each number.
(set-logic HORN)
(declare-fun gcd (Int Int Int) Bool)
(assert (forall ((a Int)) (=> (> a 0) (gcd a a a))))
(assert (forall ((a Int) (b Int) (r Int)) (=> (and (> b 0) (> a b) (gcd (- a b) b r)) (gcd a b r))))
(assert (forall ((a Int) (b Int) (r Int)) (=> (and (> a 0) (< a b) (gcd a (- b a) r)) (gcd a b r))))
(assert (forall ((a Int) (b Int) (r Int))
  (=> (gcd a b r) (and (> r 0) (<= r a) (<= r b)))))
(check-sat)
