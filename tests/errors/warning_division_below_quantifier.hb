int n = nondet(1, 9);
int a[n];
assert(forall k: a[k] / n == a[k] / n);
// expected:
// 3:25: warning: what is divided by an unknown below a quantifier is only known in part when the program is verified
//   hint: an index that wraps, `k % n` for `n > 0` and `-n <= k < 2 * n`, is known
// 3:37: warning: what is divided by an unknown below a quantifier is only known in part when the program is verified
//   hint: an index that wraps, `k % n` for `n > 0` and `-n <= k < 2 * n`, is known
