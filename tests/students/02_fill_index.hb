// Puts its own index into every cell.
int n = nondet();
assume(n > 0);
int a[n];
int i = 0;
while (i < n) {
  a[i] = i;
  i++;
}
assert(forall k in 0..n: a[k] == k);
