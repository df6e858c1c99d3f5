// The step is larger than what is written.
// from: TI Table 1, pr3, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int low = nondet();
int vol[n];
assume(n % 3 == 0);
int i = 0;
while (i < n) {
  if (5 >= low) { vol[i] = 5; } else { vol[i] = 0; }
  if (7 >= low) { vol[i + 1] = 7; } else { vol[i + 1] = 0; }
  if (3 >= low) { vol[i + 2] = 3; } else { vol[i + 2] = 0; }
  i += 4;
}
assert(forall j in 0..n: vol[j] >= low || vol[j] == 0);
