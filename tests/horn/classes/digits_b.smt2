; expect: sat
; class: div
; Digits are cut off. Three digits are enough.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (and (>= n 0) (< n 1000)) (inv n 0 0))))
(assert (forall ((x Int) (s Int) (k Int)) (=> (and (inv x s k) (> x 0)) (inv (div x 10) (+ s (mod x 10)) (+ k 1)))))
(assert (forall ((x Int) (s Int) (k Int)) (=> (and (inv x s k) (> k 3)) false)))
(check-sat)
