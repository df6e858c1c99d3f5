int n = nondet();
assume(n > 0);
int a[n];
int at = 0;
for (int i = 1; i < n; i++) {
  if (a[i] > a[at]) { at = i; }
}
assert(a[at] == max(a, 0, n));
