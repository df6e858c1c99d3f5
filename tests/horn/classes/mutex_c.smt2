; expect: sat
; class: petri
; Tokens of a net with one key.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (inv n 0 1))))
(assert (forall ((i Int) (c Int) (k Int)) (=> (and (inv i c k) (>= i 1) (>= k 1)) (inv (- i 1) (+ c 1) (- k 1)))))
(assert (forall ((i Int) (c Int) (k Int)) (=> (and (inv i c k) (>= c 1)) (inv (+ i 1) (- c 1) (+ k 1)))))
(assert (forall ((i Int) (c Int) (k Int)) (=> (inv i c k) (inv (+ i 1) c k))))
(assert (forall ((i Int) (c Int) (k Int)) (=> (and (inv i c k) (distinct (+ c k) 1)) false)))
(check-sat)
