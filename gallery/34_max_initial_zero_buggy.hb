// m should be one of the values.
int n = nondet();
assume(n >= 1);
int a[n];
int m = 0;
for (int i = 0; i < n; i++) {
  if (a[i] > m) { m = a[i]; }
}
bool seen = false;
for (int i = 0; i < n; i++) {
  if (a[i] == m) { seen = true; }
}
assert(seen);
