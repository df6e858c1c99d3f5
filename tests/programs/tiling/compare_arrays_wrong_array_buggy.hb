// A cell is compared with itself.
// from: TI Table 1, compare, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
bool same = true;
int i = 0;
while (i < n && same) {
  if (a[i] != a[i]) { same = false; }
  i++;
}
assert(same ==> (forall k in 0..n: a[k] == b[k]));
