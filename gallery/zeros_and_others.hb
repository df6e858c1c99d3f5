int n = nondet();
assume(n > 0);
int a[n];
int zeros = 0;
int others = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == 0) { zeros++; } else { others++; }
}
assert(zeros == count(a, 0, n, (x, i) -> x == 0));
assert(others == count(a, 0, n, (x, i) -> x != 0));
assert(zeros + others == n);
