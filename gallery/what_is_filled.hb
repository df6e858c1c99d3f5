// What is in a after the loop? What is i?
int n = nondet(1, 100);
int a[n];
int i = 0;
while (i < n) {
  a[i] = 2 * i + 1;
  i++;
}
