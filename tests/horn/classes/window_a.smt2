; expect: sat
; class: moved
; A window of fixed width slides.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((w Int) (l Int)) (=> (>= w 0) (inv l (+ l w) w))))
(assert (forall ((l Int) (h Int) (w Int)) (=> (inv l h w) (inv (+ l 1) (+ h 1) w))))
(assert (forall ((l Int) (h Int) (w Int)) (=> (and (inv l h w) (> l (- h 10))) (inv (- l 2) (- h 2) w))))
(assert (forall ((l Int) (h Int) (w Int)) (=> (and (inv l h w) (distinct (- h l) w)) false)))
(check-sat)
