; expect: unsat
; class: calls
; 1023 moves for ten discs.
(set-logic HORN)
(declare-fun moves (Int Int) Bool)
(assert (moves 0 0))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 0) (moves (- n 1) a) (moves (- n 1) b)) (moves n (+ a b 1)))))
(assert (forall ((r Int)) (=> (and (moves 10 r) (= r 1023)) false)))
(check-sat)
