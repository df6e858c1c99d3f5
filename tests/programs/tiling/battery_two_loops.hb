// Two loops write the even and the odd cells.
// from: TI Table 1, mbpr2
// tier: 2
// expect cell1: certified
int n = nondet();
int low = nondet();
int vol[n];
assume(n % 2 == 0);
for (int i = 0; i < n; i += 2) {
  if (5 >= low) { vol[i] = 5; } else { vol[i] = 0; }
}
for (int i = 1; i < n; i += 2) {
  if (7 >= low) { vol[i] = 7; } else { vol[i] = 0; }
}
assert(forall j in 0..n: vol[j] >= low || vol[j] == 0);
