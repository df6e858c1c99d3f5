; expect: sat
; class: div
; Pages of m lines. p is the ceiling of l/4.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((l Int) (p Int)) (=> (and (inv l p) (< l (* 4 p))) (inv (+ l 1) p))))
(assert (forall ((l Int) (p Int)) (=> (and (inv l p) (>= l (* 4 p))) (inv (+ l 1) (+ p 1)))))
(assert (forall ((l Int) (p Int)) (=> (and (inv l p) (distinct p (div (+ l 3) 4))) false)))
(check-sat)
