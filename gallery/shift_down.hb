// The first cell goes to the end, all others move down.
int n = nondet();
assume(n >= 1);
int a[n];
int old[] = a;
int first = a[0];
for (int i = 0; i < n - 1; i++) {
  a[i] = a[i + 1];
}
a[n - 1] = first;
assert(a[n - 1] == old[0]);
assert(forall k in 0..n - 1: a[k] == old[k + 1]);
