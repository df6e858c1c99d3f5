; expect: sat
; class: residues
; A residue of a combination of two counters. x+y mod 3 on one line.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 2) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (- x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (= y 0) (= x 4)) false)))
(check-sat)
