; expect: unsat
; The lock is given back twice.
(set-logic HORN)
(declare-fun m (Int Int) Bool)
(assert (m 0 0))
(assert (forall ((pc Int) (l Int) (pc2 Int) (l2 Int))
  (=> (and (m pc l)
           (or (and (= pc 0) (= pc2 1) (= l2 (+ l 1)))
               (and (= pc 1) (= pc2 2) (= l2 (- l 1)))
               (and (= pc 2) (= pc2 0) (= l2 (- l 1)))))
      (m pc2 l2))))
(assert (forall ((pc Int) (l Int)) (=> (m pc l) (>= l (- 3)))))
(check-sat)
