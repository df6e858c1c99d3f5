; expect: sat
; A predicate that nothing derives, and one that nothing uses.
(set-logic HORN)
(declare-fun never (Int) Bool)
(declare-fun unused (Int) Bool)
(declare-fun p (Int) Bool)
(assert (p 5))
(assert (forall ((x Int)) (=> (never x) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (and (never x) (p x)) (unused x))))
(assert (forall ((x Int)) (=> (p x) (= x 5))))
(check-sat)
