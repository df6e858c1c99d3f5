; expect: sat
; class: sums
; (x,y) becomes (y,x+1). The sum counts the steps.
(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 4) (= y (- 4))) (inv x y 0))))
(assert (forall ((x Int) (y Int) (i Int)) (=> (inv x y i) (inv y (+ x 1) (+ i 1)))))
(assert (forall ((x Int) (y Int) (i Int)) (=> (and (inv x y i) (distinct (+ x y) i)) false)))
(check-sat)
