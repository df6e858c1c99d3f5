; expect: unsat
; class: deep
; A bug in a late row. 20 rows.
(set-logic HORN)
(declare-fun o (Int Int) Bool)
(declare-fun i (Int Int Int) Bool)
(assert (o 0 0))
(assert (forall ((r Int) (t Int)) (=> (and (o r t) (< r 20)) (i r 0 t))))
(assert (forall ((r Int) (c Int) (t Int)) (=> (and (i r c t) (< c r)) (i r (+ c 1) (+ t 1)))))
(assert (forall ((r Int) (c Int) (t Int)) (=> (and (i r c t) (>= c r)) (o (+ r 1) t))))
(assert (forall ((r Int) (t Int)) (=> (and (o r t) (= r 20) (= t 190)) false)))
(check-sat)
