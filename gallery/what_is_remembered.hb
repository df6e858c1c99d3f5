// What is m, each time the loop is at its condition?
int n = nondet(1, 100);
int a[n];
int m = a[0];
int i = 0;
while (i < n) {
  if (a[i] > m) { m = a[i]; }
  i++;
}
