; expect: unsat
; class: sums
; (x,y) becomes (y,x+1). With steps of two.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (inv x y 0))))
(assert (forall ((x Int) (y Int) (i Int)) (=> (inv x y i) (inv y (+ x 2) (+ i 1)))))
(assert (forall ((x Int) (y Int) (i Int)) (=> (and (inv x y i) (> y (+ x 1))) false)))
(check-sat)
