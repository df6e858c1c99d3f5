// Each round writes five cells, each by a test of its own.
// from: TI Table 1, pr5
// tier: 3
// expect cell1: certified
int n = nondet();
int low = nondet();
int vol[n];
assume(n % 5 == 0);
for (int i = 0; i < n; i += 5) {
  if (5 >= low) { vol[i] = 5; } else { vol[i] = 0; }
  if (7 >= low) { vol[i + 1] = 7; } else { vol[i + 1] = 0; }
  if (3 >= low) { vol[i + 2] = 3; } else { vol[i + 2] = 0; }
  if (1 >= low) { vol[i + 3] = 1; } else { vol[i + 3] = 0; }
  if (2 >= low) { vol[i + 4] = 2; } else { vol[i + 4] = 0; }
}
assert(forall j in 0..n: vol[j] >= low || vol[j] == 0);
