// The last cell of an array of odd length is not written.
// from: TI Fig. 1 with two cells; TI Table 1, pr2, changed
// tier: 2
// expect cell1: buggy
int count = nondet();
int low = nondet();
int vol[count];
for (int i = 1; i <= count / 2; i++) {
  if (5 >= low) { vol[i * 2 - 2] = 5; } else { vol[i * 2 - 2] = 0; }
  if (7 >= low) { vol[i * 2 - 1] = 7; } else { vol[i * 2 - 1] = 0; }
}
assert(forall j in 0..count: vol[j] >= low || vol[j] == 0);
