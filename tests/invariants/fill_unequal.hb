// Fill with a loop that stops at i == n only, so that bounds matter.
int n = nondet();
assume(n >= 0);
int a[n];
int i = 0;
while (i != n) {
  invariant i != n + 2; // holds
  invariant i != n + 1; // holds
  invariant forall k in 0..i: a[k] == 7; // holds
  decreases n - i; // not kept
  a[i] = 7;
  i++;
}
assert(forall k in 0..n: a[k] == 7); // enough
assert(i >= 0); // enough
