; expect: unsat
; A full tree of height six has 64 leaves.
(set-logic HORN)
(declare-fun tree (Int Int) Bool)
(assert (tree 0 1))
(assert (forall ((h Int) (a Int) (b Int))
  (=> (and (tree h a) (tree h b)) (tree (+ h 1) (+ a b)))))
(assert (forall ((a Int)) (=> (and (tree 6 a) (= a 64)) false)))
(check-sat)
