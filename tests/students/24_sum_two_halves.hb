// Adds the cells from both ends at once.
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
int i = 0, j = n - 1;
while (i < j) {
  s = s + a[i] + a[j];
  i++;
  j--;
}
if (i == j) { s = s + a[i]; }
assert(s == sum(a, 0, n));
