; expect: sat
; class: calls
; Calls whose arguments are the answers of others: Ackermann of 2 and 5 is 13.
(set-logic HORN)
(declare-fun ack (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (ack 0 n (+ n 1)))))
(assert (forall ((m Int) (r Int)) (=> (and (> m 0) (ack (- m 1) 1 r)) (ack m 0 r))))
(assert (forall ((m Int) (n Int) (r Int) (s Int)) (=> (and (> m 0) (> n 0) (ack m (- n 1) r) (ack (- m 1) r s)) (ack m n s))))
(assert (forall ((r Int)) (=> (and (ack 2 5 r) (not (= r 13))) false)))
(check-sat)
