; expect: sat
; class: residues
; A residue of a combination of two counters. x+3y, tested at a point.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 2) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (- x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (= x 1) (= y 1)) false)))
(check-sat)
