; expect: unsat
; class: region
; The border of the region is a second parameter. It comes back to zero.
(set-logic HORN)
(declare-fun inv (Int Int Int Int) Bool)
(assert (forall ((l Int) (h Int)) (=> (< l h) (inv l 0 l h))))
(assert (forall ((i Int) (t Int) (l Int) (h Int)) (=> (and (inv i t l h) (< i h)) (inv (+ i 1) (+ t 1) l h))))
(assert (forall ((i Int) (t Int) (l Int) (h Int)) (=> (and (inv i t l h) (>= i h) (> t 0)) (inv (+ i 1) (- t 1) l h))))
(assert (forall ((i Int) (t Int) (l Int) (h Int)) (=> (and (inv i t l h) (= t 0) (= i (- (* 2 h) l)) (< l 0) (> h 4)) false)))
(check-sat)
