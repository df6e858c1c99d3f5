; expect: unsat
; A(2, 1) is 5.
(set-logic HORN)
(declare-fun ack (Int Int Int) Bool)
(assert (forall ((m Int) (n Int)) (=> (and (= m 0) (>= n 0)) (ack m n (+ n 1)))))
(assert (forall ((m Int) (r Int)) (=> (and (> m 0) (ack (- m 1) 1 r)) (ack m 0 r))))
(assert (forall ((m Int) (n Int) (s Int) (r Int))
  (=> (and (> m 0) (> n 0) (ack m (- n 1) s) (ack (- m 1) s r)) (ack m n r))))
(assert (forall ((r Int)) (=> (ack 2 1 r) (not (= r 5)))))
(check-sat)
