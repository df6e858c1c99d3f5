; expect: sat
; class: producers
; Two producers and a consumer of pairs. They differ by one at most.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 0 0))
(assert (forall ((a Int) (b Int) (d Int)) (=> (and (inv a b d) (<= a b)) (inv (+ a 1) b d))))
(assert (forall ((a Int) (b Int) (d Int)) (=> (and (inv a b d) (<= b a)) (inv a (+ b 1) d))))
(assert (forall ((a Int) (b Int) (d Int)) (=> (and (inv a b d) (>= a 1) (>= b 1)) (inv (- a 1) (- b 1) (+ d 1)))))
(assert (forall ((a Int) (b Int) (d Int)) (=> (and (inv a b d) (> a (+ b 1))) false)))
(check-sat)
