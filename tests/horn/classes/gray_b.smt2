; expect: sat
; class: toggles
; Two truth values walk through a Gray code. Differ just at odd steps.
(set-logic HORN)
(declare-fun inv (Bool Bool Int) Bool)
(assert (inv false false 0))
(assert (forall ((A Bool) (B Bool) (i Int)) (=> (inv A B i) (inv B (not A) (+ i 1)))))
(assert (forall ((A Bool) (B Bool) (i Int)) (=> (and (inv A B i) (distinct (distinct A B) (= (mod i 2) 1))) false)))
(check-sat)
