// Removes the cell at position p.
int n = nondet();
assume(n > 0);
int a[n];
int old[] = a;
int p = nondet(0, n);
for (int i = p; i + 1 < n; i++) {
  a[i] = a[i + 1];
}
n--;
assert(forall k in 0..p: a[k] == old[k]);
assert(forall k in p..n: a[k] == old[k + 1]);
