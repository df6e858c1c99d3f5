; expect: sat
; class: petri
; Readers and writers. The keys of three per writer.
(set-logic HORN)
(declare-fun inv (Int Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 1) (inv n 0 0 n))))
(assert (forall ((k Int) (r Int) (w Int) (n Int)) (=> (and (inv k r w n) (>= k 1)) (inv (- k 1) (+ r 1) w n))))
(assert (forall ((k Int) (r Int) (w Int) (n Int)) (=> (and (inv k r w n) (>= r 1)) (inv (+ k 1) (- r 1) w n))))
(assert (forall ((k Int) (r Int) (w Int) (n Int)) (=> (and (inv k r w n) (>= k 3)) (inv (- k 3) r (+ w 1) n))))
(assert (forall ((k Int) (r Int) (w Int) (n Int)) (=> (and (inv k r w n) (>= w 1)) (inv (+ k 3) r (- w 1) n))))
(assert (forall ((k Int) (r Int) (w Int) (n Int)) (=> (and (inv k r w n) (> (+ (* 3 w) r) n)) false)))
(check-sat)
