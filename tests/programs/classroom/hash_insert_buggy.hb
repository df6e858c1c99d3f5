// The same without the end of the search.
// tier: 2
// expect cell1: buggy
// The probe does not wrap at the end of the table.
int n = nondet();
int key = nondet();
assume(n >= 1 && key >= 0);
int t[n];
assume(exists e in 0..n: t[e] == -1);
int i = key % n;
while (t[i] != -1) {
  i = i + 1;
}
t[i] = key;
assert(0 <= i < n);
