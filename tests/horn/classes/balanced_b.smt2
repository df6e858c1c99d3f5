; expect: unsat
; class: machines
; An automaton with a stack of one letter. One letter may be left.
(set-logic HORN)
(declare-fun q0 (Int Int) Bool)
(declare-fun q1 (Int Int) Bool)
(declare-fun q2 (Int) Bool)
(assert (q0 0 0))
(assert (forall ((h Int) (l Int)) (=> (q0 h l) (q0 (+ h 1) (+ l 1)))))
(assert (forall ((h Int) (l Int)) (=> (and (q0 h l) (> h 0)) (q1 h l))))
(assert (forall ((h Int) (l Int)) (=> (and (q1 h l) (> h 0)) (q1 (- h 1) (+ l 1)))))
(assert (forall ((h Int) (l Int)) (=> (and (q1 h l) (<= h 1)) (q2 l))))
(assert (forall ((l Int)) (=> (and (q2 l) (= l 9)) false)))
(check-sat)
