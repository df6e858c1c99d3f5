// Counts the positive cells and the others.
int n = nondet();
assume(n > 0);
int a[n];
int pos = 0, other = 0;
for (int i = 0; i < n; i++) {
  if (a[i] > 0) {
    pos++;
  } else {
    other++;
  }
}
assert(pos + other == n);
assert(pos == count(a, 0, n, (x) -> x > 0));
