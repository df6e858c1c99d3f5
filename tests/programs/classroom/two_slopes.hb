int n = nondet(0, 1000);
int m = 2 * n;
int a[m];
int s = 0;
int i = 0;
while (i < 2 * n) {
  if (i < n) { s = s + 2; } else { s = s + 5; }
  a[i] = s;
  i = i + 1;
}
for (int k = n; k < 2 * n; k++) {
  assert(a[k] == 5 * k - 3 * n + 5);
}
