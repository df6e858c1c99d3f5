; expect: sat
; A full tree has more leaves than levels.
(set-logic HORN)
(declare-fun tree (Int Int) Bool)
(assert (tree 0 1))
(assert (forall ((h Int) (a Int) (b Int))
  (=> (and (tree h a) (tree h b)) (tree (+ h 1) (+ a b)))))
(assert (forall ((h Int) (a Int)) (=> (and (tree h a) (<= a h)) false)))
(check-sat)
