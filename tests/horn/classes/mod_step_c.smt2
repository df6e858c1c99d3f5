; expect: sat
; class: residues
; The remainder is taken in each step. With a counter: x = 5i mod 6.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((i Int) (x Int)) (=> (inv i x) (inv (+ i 1) (mod (+ x 5) 6)))))
(assert (forall ((i Int) (x Int)) (=> (and (inv i x) (= (mod i 6) 0) (distinct x 0)) false)))
(check-sat)
