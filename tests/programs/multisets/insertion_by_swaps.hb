// Each value sinks by swaps.
// tier: 3
// expect auto: certified
// expect cell . multiset: too-weak
int n = nondet();
int a[n];
int before[] = a;
int i = 1;
while (i < n) {
  int j = i;
  while (j > 0 && a[j - 1] > a[j]) {
    int t = a[j];
    a[j] = a[j - 1];
    a[j - 1] = t;
    j--;
    hint(forall k in 0..i + 1: forall l in k + 1..i + 1: l != j ==> a[k] <= a[l]);
  }
  i++;
}
assert(sorted(a, 0, n));
assert(permutation(a, before));
