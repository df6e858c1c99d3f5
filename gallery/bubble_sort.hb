// Passes over the array until none changes anything.
int n = nondet();
int a[n];
bool change = true;
while (change) {
  change = false;
  int i = 0;
  while (i < n - 1) {
    if (a[i] > a[i + 1]) { a[i], a[i + 1] = a[i + 1], a[i]; change = true; }
    i++;
  }
}
assert(sorted(a, 0, n));
