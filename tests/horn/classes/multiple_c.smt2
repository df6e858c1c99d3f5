; expect: unsat
; class: products
; s = i*c.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((c Int)) (inv 0 0 c)))
(assert (forall ((i Int) (s Int) (c Int)) (=> (inv i s c) (inv (+ i 1) (+ s c) c))))
(assert (forall ((i Int) (s Int) (c Int)) (=> (and (inv i s c) (= i 4) (= s (- 8))) false)))
(check-sat)
