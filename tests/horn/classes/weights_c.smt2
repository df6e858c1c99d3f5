; expect: sat
; class: petri
; A transition makes two of one. Losing.
(set-logic HORN)
(declare-fun inv (Int Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (inv n 0 0 n))))
(assert (forall ((a Int) (b Int) (c Int) (n Int)) (=> (and (inv a b c n) (>= a 1)) (inv (- a 1) (+ b 2) c n))))
(assert (forall ((a Int) (b Int) (c Int) (n Int)) (=> (and (inv a b c n) (>= b 3)) (inv a (- b 3) (+ c 1) n))))
(assert (forall ((a Int) (b Int) (c Int) (n Int)) (=> (and (inv a b c n) (>= c 1)) (inv (+ a 1) b (- c 1) n))))
(assert (forall ((a Int) (b Int) (c Int) (n Int)) (=> (and (inv a b c n) (> (+ (+ (* 2 a) b) (* 2 c)) (* 2 n))) false)))
(check-sat)
