; expect: unsat
; One round too many.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((x Int)) (=> (>= x 0) (inv x 0))))
(assert (forall ((x Int) (i Int)) (=> (and (inv x i) (<= i x)) (inv (div (* 4 x) 4) (+ i 1)))))
(assert (forall ((x Int) (i Int)) (=> (and (inv x i) (> i (div (* 3 x) 3))) false)))
(check-sat)
