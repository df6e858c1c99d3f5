; expect: unsat
; class: sums
; (x,y,z) becomes (y,z,x+1). At step 40.
(set-logic HORN)
(declare-fun inv (Int Int Int Int) Bool)
(assert (inv 0 0 0 0))
(assert (forall ((x Int) (y Int) (z Int) (i Int)) (=> (inv x y z i) (inv y z (+ x 1) (+ i 1)))))
(assert (forall ((x Int) (y Int) (z Int) (i Int)) (=> (and (inv x y z i) (= i 40) (= x 13)) false)))
(check-sat)
