; expect: unsat
; Five discs need 31 moves.
(set-logic HORN)
(declare-fun hanoi (Int Int) Bool)
(assert (hanoi 1 1))
(assert (forall ((n Int) (a Int) (b Int))
  (=> (and (> n 1) (hanoi (- n 1) a) (hanoi (- n 1) b)) (hanoi n (+ a b 1)))))
(assert (forall ((n Int) (r Int)) (=> (and (hanoi n r) (= n 5)) (< r 31))))
(check-sat)
