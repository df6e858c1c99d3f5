; expect: sat
; class: toggles
; A flag that is never taken back. Just if set.
(set-logic HORN)
(declare-fun inv (Int Int Bool Int) Bool)
(assert (forall ((n Int)) (=> (> n 0) (inv 0 0 false n))))
(assert (forall ((i Int) (c Int) (F Bool) (n Int)) (=> (and (inv i c F n) (not F) (< i n)) (inv (+ i 1) (+ c 1) true n))))
(assert (forall ((i Int) (c Int) (F Bool) (n Int)) (=> (and (inv i c F n) (< i n)) (inv (+ i 1) c F n))))
(assert (forall ((i Int) (c Int) (F Bool) (n Int)) (=> (and (inv i c F n) F (= i n)) (inv i (+ c 1) F n))))
(assert (forall ((i Int) (c Int) (F Bool) (n Int)) (=> (and (inv i c F n) (not F) (> c 0)) false)))
(check-sat)
