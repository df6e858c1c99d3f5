// Swaps from both ends.
// tier: 2
// expect cell . multiset: certified
int n = nondet();
int a[n];
int before[] = a;
int i = 0;
int j = n - 1;
while (i < j) {
  int t = a[i];
  a[i] = a[j];
  a[j] = t;
  i++;
  j--;
}
assert(permutation(a, before));
