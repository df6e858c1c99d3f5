; expect: sat
; class: nonlinear
; Binary trees by leaves, nodes and height. The height is at most n.
(set-logic HORN)
(declare-fun t (Int Int Int) Bool)
(assert (t 1 0 0))
(assert (forall ((a Int) (c Int) (e Int) (b Int) (d Int) (f Int)) (=> (and (t a c e) (t b d f)) (t (+ a b) (+ (+ c d) 1) (+ (ite (< e f) f e) 1)))))
(assert (forall ((l Int) (n Int) (h Int)) (=> (and (t l n h) (> h n)) false)))
(check-sat)
