; expect: unsat
; class: toggles
; Requests and answers alternate. Answers without requests.
(set-logic HORN)
(declare-fun inv (Int Int Bool) Bool)
(assert (inv 0 0 false))
(assert (forall ((r Int) (a Int) (W Bool)) (=> (and (inv r a W) (not W)) (inv (+ r 1) a true))))
(assert (forall ((r Int) (a Int) (W Bool)) (=> (inv r a W) (inv r (+ a 1) false))))
(assert (forall ((r Int) (a Int) (W Bool)) (=> (and (inv r a W) (> a (+ r 1))) false)))
(check-sat)
