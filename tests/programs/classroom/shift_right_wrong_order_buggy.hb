// Moves all cells up by one, but from the left: the first value is smeared.
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n > 0);
int a[n];
int before[] = a;
for (int i = 1; i < n; i++) {
  a[i] = a[i - 1];
}
assert(forall k in 1..n: a[k] == before[k - 1]);
