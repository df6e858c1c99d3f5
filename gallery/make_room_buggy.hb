// Moves the cells from pos on up by one.
int n = nondet();
int pos = nondet();
assume(0 <= pos && pos <= n);
int a[];
int old[] = a;
for (int i = pos + 1; i <= n; i++) {
  a[i] = a[i - 1];
}
assert(forall k in pos + 1..n + 1: a[k] == old[k - 1]);
