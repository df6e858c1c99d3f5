; expect: unsat
; class: moved
; A window of fixed width slides. It shrinks.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((w Int) (l Int)) (=> (>= w 1) (inv l (+ l w) w))))
(assert (forall ((l Int) (h Int) (w Int)) (=> (inv l h w) (inv (+ l 1) (+ h 1) w))))
(assert (forall ((l Int) (h Int) (w Int)) (=> (and (inv l h w) (> l (- h 10))) (inv (- l 2) (- h 3) w))))
(assert (forall ((l Int) (h Int) (w Int)) (=> (and (inv l h w) (> l (+ h 1))) false)))
(check-sat)
