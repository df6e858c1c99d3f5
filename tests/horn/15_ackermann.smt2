; expect: sat
; Ackermann's function is above its second argument.
(set-logic HORN)
(declare-fun ack (Int Int Int) Bool)
(assert (forall ((m Int) (n Int)) (=> (and (= m 0) (>= n 0)) (ack m n (+ n 1)))))
(assert (forall ((m Int) (r Int)) (=> (and (> m 0) (ack (- m 1) 1 r)) (ack m 0 r))))
(assert (forall ((m Int) (n Int) (s Int) (r Int))
  (=> (and (> m 0) (> n 0) (ack m (- n 1) s) (ack (- m 1) s r)) (ack m n r))))
(assert (forall ((m Int) (n Int) (r Int)) (=> (and (ack m n r) (<= r n)) false)))
(check-sat)
