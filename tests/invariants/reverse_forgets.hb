// Reverse in place, where the student forgot to say that the middle is untouched.
int n = nondet();
assume(n >= 1);
int a[n];
int last = a[n - 1];
int lo = 0, hi = n - 1;
while (lo < hi) {
  invariant n - 1 - hi == lo; // holds
  invariant lo >= 0; // holds
  invariant forall k in 0..lo: a[k] == before(a[n - 1 - k]); // not kept
  a[lo], a[hi] = a[hi], a[lo];
  lo++;
  hi--;
}
assert(lo + hi == n - 1); // enough
assert(a[0] == last); // not enough
