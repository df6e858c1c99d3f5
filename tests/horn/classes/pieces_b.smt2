; expect: unsat
; class: calls
; Sixty calls deep.
(set-logic HORN)
(declare-fun enter (Int) Bool)
(declare-fun body (Int) Bool)
(declare-fun back (Int Int) Bool)
(declare-fun end (Int Int) Bool)
(assert (enter 60))
(assert (forall ((n Int)) (=> (enter n) (body n))))
(assert (forall ((n Int)) (=> (and (body n) (<= n 0)) (end n 0))))
(assert (forall ((n Int)) (=> (and (body n) (> n 0)) (enter (- n 1)))))
(assert (forall ((n Int) (r Int)) (=> (and (body n) (> n 0) (end (- n 1) r)) (back n r))))
(assert (forall ((n Int) (r Int)) (=> (back n r) (end n (+ r 1)))))
(assert (forall ((r Int)) (=> (and (end 60 r) (= r 60)) false)))
(check-sat)
