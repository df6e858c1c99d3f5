// Moves all cells one to the right, starts at the end.
int n = nondet();
assume(n > 0);
int a[n];
int old[] = a;
int i = n - 1;
while (i > 0) {
  a[i] = a[i - 1];
  i--;
}
a[0] = 0;
assert(a[0] == 0);
assert(forall k in 1..n: a[k] == old[k - 1]);
