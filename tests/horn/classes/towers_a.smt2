; expect: sat
; class: calls
; The towers of Hanoi: 2^12 - 1 moves for twelve discs.
(set-logic HORN)
(declare-fun moves (Int Int) Bool)
(assert (moves 0 0))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 0) (moves (- n 1) a) (moves (- n 1) b)) (moves n (+ a b 1)))))
(assert (forall ((r Int)) (=> (and (moves 12 r) (not (= r 4095))) false)))
(check-sat)
