// The value 3 is written by the test for 5.
// from: TI Fig. 1, changed
// tier: 3
// expect cell1: buggy
int count = nondet();
int low = nondet();
int vol[count];
assume(count % 4 == 0);
for (int i = 1; i <= count / 4; i++) {
  if (5 >= low) { vol[i * 4 - 4] = 5; } else { vol[i * 4 - 4] = 0; }
  if (7 >= low) { vol[i * 4 - 3] = 7; } else { vol[i * 4 - 3] = 0; }
  if (5 >= low) { vol[i * 4 - 2] = 3; } else { vol[i * 4 - 2] = 0; }
  if (1 >= low) { vol[i * 4 - 1] = 1; } else { vol[i * 4 - 1] = 0; }
}
assert(forall j in 0..count: vol[j] >= low || vol[j] == 0);
