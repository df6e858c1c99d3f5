// The pair in the middle is left out.
// from: TI Table 1, palindrome, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
bool same = true;
for (int i = 0; i < n / 2 - 1; i++) {
  if (a[i] != a[n - 1 - i]) { same = false; }
}
assert(same ==> (forall k in 0..n: a[k] == a[n - 1 - k]));
