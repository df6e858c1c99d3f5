// Each round writes two cells, each by a test of its own.
// from: TI Fig. 1 with two cells; TI Table 1, pr2
// tier: 2
// expect cell1: certified
int count = nondet();
int low = nondet();
int vol[count];
assume(count % 2 == 0);
for (int i = 1; i <= count / 2; i++) {
  if (5 >= low) { vol[i * 2 - 2] = 5; } else { vol[i * 2 - 2] = 0; }
  if (7 >= low) { vol[i * 2 - 1] = 7; } else { vol[i * 2 - 1] = 0; }
}
assert(forall j in 0..count: vol[j] >= low || vol[j] == 0);
