// The third loop writes the cells of the second one.
// from: TI Table 1, mbpr3, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int low = nondet();
int vol[n];
assume(n % 3 == 0);
for (int i = 0; i < n; i += 3) {
  if (5 >= low) { vol[i] = 5; } else { vol[i] = 0; }
}
for (int i = 1; i < n; i += 3) {
  if (7 >= low) { vol[i] = 7; } else { vol[i] = 0; }
}
for (int i = 1; i < n; i += 3) {
  if (3 >= low) { vol[i] = 3; } else { vol[i] = 0; }
}
assert(forall j in 0..n: vol[j] >= low || vol[j] == 0);
