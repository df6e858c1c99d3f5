// The first loop writes, the second one checks.
int n = nondet();
int a[n];
int i = 0;
while (i < n) {
  a[i] = 0;
  i = i + 1;
}
i = 0;
while (i < n) {
  assert(a[i] == 0);
  i = i + 1;
}
