// Each value is taken out and put in where it belongs.
// tier: 3
// expect cell . multiset: certified
int n = nondet();
int a[n];
int before[] = a;
int i = 1;
while (i < n) {
  int j = i;
  while (j > 0 && a[j - 1] > a[i]) { j--; }
  int v = a[i];
  erase(a, i);
  insert(a, j, v);
  i++;
}
assert(permutation(a, before));
