; expect: sat
; class: div
; Pages of m lines. A bound only.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((l Int) (p Int)) (=> (and (inv l p) (< l (* 3 p))) (inv (+ l 1) p))))
(assert (forall ((l Int) (p Int)) (=> (and (inv l p) (>= l (* 3 p))) (inv (+ l 1) (+ p 1)))))
(assert (forall ((l Int) (p Int)) (=> (and (inv l p) (>= (* 3 p) (+ l 3))) false)))
(check-sat)
