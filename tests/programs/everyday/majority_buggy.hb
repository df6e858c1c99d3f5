// Majority vote.
// tier: 2
// expect method auto: buggy
int n = nondet();
assume(n > 0);
int winner = nondet();
int vote[n];
assume(2 * count(vote, 0, n, winner) >= n);
int cand = 0, lead = 0;
for (int i = 0; i < n; i++) {
  if (lead == 0) { cand = vote[i]; lead = 1; }
  else if (vote[i] == cand) { lead++; }
  else { lead--; }
}
assert(cand == winner);
