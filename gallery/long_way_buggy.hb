// How long is the shortest run that fails?
int n = 1000;
int a[n];
int i = 0;
while (i < n) {
  a[i] = i;
  i++;
}
assert(a[n - 1] != 999);
