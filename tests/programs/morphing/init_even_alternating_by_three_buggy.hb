// Every third cell gets 0.
// from: CM Table 1, initeven, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int i = 0;
while (i < n) {
  if (i % 3 == 0) { a[i] = 0; } else { a[i] = 1; }
  i++;
}
assert(forall k in 0..n: a[k] == k % 2);
