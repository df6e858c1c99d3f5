// The value is put in one place too far down, over another one.
// tier: 2
// expect cell . multiset: buggy
int n = nondet();
int a[n];
int before[] = a;
int i = 1;
while (i < n) {
  int v = a[i];
  int j = i;
  while (j > 0 && a[j - 1] > v) {
    a[j] = a[j - 1];
    j--;
  }
  if (j > 0) { j--; }
  a[j] = v;
  i++;
}
assert(permutation(a, before));
