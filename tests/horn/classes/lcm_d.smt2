; expect: sat
; class: deep
; Two residues meet late. Ranges.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 0 0))
(assert (forall ((i Int) (a Int) (b Int)) (=> (inv i a b) (inv (+ i 1) (ite (= a (- 13 1)) 0 (+ a 1)) (ite (= b (- 17 1)) 0 (+ b 1))))))
(assert (forall ((i Int) (a Int) (b Int)) (=> (and (inv i a b) (> a 12)) false)))
(check-sat)
