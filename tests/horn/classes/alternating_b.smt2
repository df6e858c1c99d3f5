; expect: sat
; class: toggles
; Requests and answers alternate.
(set-logic HORN)
(declare-fun inv (Int Int Bool) Bool)
(assert (inv 0 0 false))
(assert (forall ((r Int) (a Int) (W Bool)) (=> (and (inv r a W) (not W)) (inv (+ r 1) a true))))
(assert (forall ((r Int) (a Int) (W Bool)) (=> (and (inv r a W) W) (inv r (+ a 1) false))))
(assert (forall ((r Int) (a Int) (W Bool)) (=> (and (inv r a W) (not W) (distinct r a)) false)))
(check-sat)
