// Goes on after the first one, so the last one is found.
// from: T Example 14, linear search, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int v = nondet();
int a[n];
int r = -1;
int i = 0;
while (i < n) {
  if (a[i] == v) { r = i; }
  i++;
}
assert(r == -1 || a[r] == v && (forall k in 0..r: a[k] != v));
assert(r != -1 || (forall k in 0..n: a[k] != v));
