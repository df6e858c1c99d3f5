; expect: sat
; Bodies with let, as tools print them.
(set-logic HORN)
(declare-fun |main_1| (Int Int) Bool)
(assert (forall ((A Int) (B Int)) (=> (and (= A 0) (= B 0)) (|main_1| A B))))
(assert (forall ((A Int) (B Int) (C Int) (D Int))
  (let ((a!1 (and (|main_1| A B) (= C (+ 1 A)) (let ((a!2 (+ B 2))) (= D a!2)))))
    (=> a!1 (|main_1| C D)))))
(assert (forall ((A Int) (B Int))
  (let ((a!1 (not (= B (* 2 A))))) (=> (and (|main_1| A B) a!1) false))))
(check-sat)
