// Inserts one value into a sorted array so that it stays sorted.
// from: T Example 14, insertion sort, one round
// tier: 3
// expect cell2: certified
int n = nondet();
int v = nondet();
assume(n >= 0);
int a[];
assume(sorted(a, 0, n));
int j = n - 1;
while (j >= 0 && a[j] > v) {
  a[j + 1] = a[j];
  j--;
}
a[j + 1] = v;
assert(sorted(a, 0, n + 1));
