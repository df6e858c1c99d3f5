; expect: sat
; A truth value says which of two counters moves next.
(set-logic HORN)
(declare-fun inv (Bool Int Int) Bool)
(assert (inv true 0 0))
(assert (forall ((b Bool) (x Int) (y Int)) (=> (and b (inv b x y)) (inv false (+ x 1) y))))
(assert (forall ((b Bool) (x Int) (y Int)) (=> (and (not b) (inv b x y)) (inv true x (+ y 1)))))
(assert (forall ((b Bool) (x Int) (y Int)) (=> (and (inv b x y) b (distinct x y)) false)))
(check-sat)
