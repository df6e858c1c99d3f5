; expect: sat
; class: deep
; Two residues meet late. 6 and 4 never.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 0 0))
(assert (forall ((i Int) (a Int) (b Int)) (=> (inv i a b) (inv (+ i 1) (ite (= a (- 6 1)) 0 (+ a 1)) (ite (= b (- 4 1)) 0 (+ b 1))))))
(assert (forall ((i Int) (a Int) (b Int)) (=> (and (inv i a b) (= a 5) (= b 2)) false)))
(check-sat)
