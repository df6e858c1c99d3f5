; expect: unsat
; Rules and a query that succeeds.
(declare-rel inv (Int Int))
(declare-rel fail ())
(declare-var x Int)
(declare-var y Int)
(rule (inv 0 0))
(rule (=> (and (inv x y) (< x 20)) (inv (+ x 1) (+ y 3))))
(rule (=> (and (inv x y) (>= x 20) (= y 60)) fail))
(query fail :print-certificate true)
