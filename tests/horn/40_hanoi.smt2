; expect: sat
; The towers of Hanoi need at least as many moves as there are discs.
(set-logic HORN)
(declare-fun hanoi (Int Int) Bool)
(assert (hanoi 1 1))
(assert (forall ((n Int) (a Int) (b Int))
  (=> (and (> n 1) (hanoi (- n 1) a) (hanoi (- n 1) b)) (hanoi n (+ a b 1)))))
(assert (forall ((n Int) (r Int)) (=> (and (hanoi n r) (< r n)) false)))
(check-sat)
