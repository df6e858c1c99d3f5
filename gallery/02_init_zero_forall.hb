// The same claim in one line.
int n;              // no initial value: any integer
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = 0;
}
assert(forall k in 0..n: a[k] == 0);
