; expect: sat
; class: nonlinear
; Ackermann. ack(1,n) = n+2.
(set-logic HORN)
(declare-fun ack (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (ack 0 n (+ n 1)))))
(assert (forall ((m Int) (r Int)) (=> (and (ack m 1 r) (>= m 0)) (ack (+ m 1) 0 r))))
(assert (forall ((m Int) (n Int) (r Int) (s Int)) (=> (and (ack (+ m 1) n r) (ack m r s) (>= m 0) (>= n 0)) (ack (+ m 1) (+ n 1) s))))
(assert (forall ((m Int) (n Int) (r Int)) (=> (and (ack m n r) (= m 1) (distinct r (+ n 2))) false)))
(check-sat)
