// Two indices walk towards each other and swap their cells.
int n = nondet();
int a[n];
int old[] = a;
int i = 0;
int j = n - 1;
while (i < j) {
  a[i], a[j] = a[j], a[i];
  i++;
  j--;
}
assert(forall k in 0..n: a[k] == old[n - 1 - k]);
