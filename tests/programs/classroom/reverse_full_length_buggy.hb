// Swaps over the whole length, which undoes the reversal.
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 0);
int a[n];
int before[] = a;
for (int i = 0; i < n; i++) {
  int t = a[i];
  a[i] = a[n - 1 - i];
  a[n - 1 - i] = t;
}
assert(forall k in 0..n: a[k] == before[n - 1 - k]);
