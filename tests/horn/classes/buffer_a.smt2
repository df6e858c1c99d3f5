; expect: sat
; class: producers
; A bounded buffer.
(set-logic HORN)
(declare-fun inv (Int Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 1) (inv 0 0 0 n))))
(assert (forall ((p Int) (c Int) (b Int) (n Int)) (=> (and (inv p c b n) (< b n)) (inv (+ p 1) c (+ b 1) n))))
(assert (forall ((p Int) (c Int) (b Int) (n Int)) (=> (and (inv p c b n) (> b 0)) (inv p (+ c 1) (- b 1) n))))
(assert (forall ((p Int) (c Int) (b Int) (n Int)) (=> (and (inv p c b n) (distinct (- p c) b)) false)))
(check-sat)
