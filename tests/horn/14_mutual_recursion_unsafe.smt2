; expect: unsat
; Both reach 3, for one steps by three.
(set-logic HORN)
(declare-fun even (Int) Bool)
(declare-fun odd (Int) Bool)
(assert (even 0))
(assert (forall ((n Int)) (=> (even n) (odd (+ n 3)))))
(assert (forall ((n Int)) (=> (odd n) (even (+ n 1)))))
(assert (forall ((n Int) (m Int)) (=> (and (even n) (odd m) (= m (- n 1)) (> n 10)) false)))
(check-sat)
