// The new value is never written.
// from: T Example 14, insert, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int pos = nondet();
int v = nondet();
assume(0 <= pos && pos <= n);
int a[n];
int b[n + 1];
int i = 0;
while (i <= n) {
  if (i <= pos) { b[i] = a[i]; }
  else if (i == pos) { b[i] = v; }
  else { b[i] = a[i - 1]; }
  i++;
}
assert(forall k in 0..pos: b[k] == a[k]);
assert(b[pos] == v);
assert(forall k: pos < k <= n ==> b[k] == a[k - 1]);
