// One index goes up, the other goes down.
int n = nondet();
int a[n];
int b[n];
int i = 0;
int j = n - 1;
while (i < n) {
  b[j] = a[i];
  i++;
  j--;
}
assert(forall k in 0..n: b[k] == a[n - 1 - k]);
