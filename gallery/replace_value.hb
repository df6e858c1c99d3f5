// Every x becomes y.
int n = nondet();
int x = nondet();
int y = nondet();
assume(x != y);
int a[n];
int old[] = a;
for (int i = 0; i < n; i++) {
  if (a[i] == x) { a[i] = y; }
}
assert(forall k in 0..n: a[k] != x);
assert(forall k in 0..n: a[k] == (old[k] == x ? y : old[k]));
