// Majority vote.
// tier: 2
// expect method auto: certified
int n = nondet();
int a[n];
int cand = 0, lead = 0;
for (int i = 0; i < n; i++) {
  if (lead == 0) { cand = a[i]; lead = 1; }
  else if (a[i] == cand) { lead++; }
  else { lead--; }
}
assert(lead >= 0);
assert(n >= 0 ==> lead <= n);
