// The program ends at the first cell that is not positive.
int n = nondet();
assume(n >= 0);
int a[n];
int s = 0;
for (int i = 0; i < n; i++) {
  invariant s >= i; // holds
  invariant s >= 0; // holds
  invariant s == 0 || i > 0; // not kept
  if (a[i] <= 0) return;
  s = s + a[i];
  assert(s > 0); // enough
}
assert(s >= n); // enough
