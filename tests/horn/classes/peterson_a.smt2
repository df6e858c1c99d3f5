; expect: sat
; class: toggles
; Two processes with flags and a turn. Peterson.
(set-logic HORN)
(declare-fun inv (Int Int Bool Bool Bool) Bool)
(assert (inv 0 0 false false true))
(assert (forall ((p Int) (q Int) (F Bool) (G Bool) (T Bool)) (=> (and (inv p q F G T) (= p 0)) (inv 1 q true G T))))
(assert (forall ((p Int) (q Int) (F Bool) (G Bool) (T Bool)) (=> (and (inv p q F G T) (= p 1)) (inv 2 q F G true))))
(assert (forall ((p Int) (q Int) (F Bool) (G Bool) (T Bool)) (=> (and (inv p q F G T) (= p 2) (or (not G) (not T))) (inv 3 q F G T))))
(assert (forall ((p Int) (q Int) (F Bool) (G Bool) (T Bool)) (=> (and (inv p q F G T) (= p 3)) (inv 0 q false G T))))
(assert (forall ((p Int) (q Int) (F Bool) (G Bool) (T Bool)) (=> (and (inv p q F G T) (= q 0)) (inv p 1 F true T))))
(assert (forall ((p Int) (q Int) (F Bool) (G Bool) (T Bool)) (=> (and (inv p q F G T) (= q 1)) (inv p 2 F G false))))
(assert (forall ((p Int) (q Int) (F Bool) (G Bool) (T Bool)) (=> (and (inv p q F G T) (= q 2) (or (not F) T)) (inv p 3 F G T))))
(assert (forall ((p Int) (q Int) (F Bool) (G Bool) (T Bool)) (=> (and (inv p q F G T) (= q 3)) (inv p 0 F false T))))
(assert (forall ((p Int) (q Int) (F Bool) (G Bool) (T Bool)) (=> (and (inv p q F G T) (= p 3) (= q 3)) false)))
(check-sat)
