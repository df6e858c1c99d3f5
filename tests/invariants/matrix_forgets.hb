// Fill a matrix, where the inner loop does not repeat what the outer one knows.
int n = nondet();
assume(n >= 1);
int m[n][n];
for (int i = 0; i < n; i++) {
  invariant i <= n; // holds
  invariant forall r, c: 0 <= r < i && 0 <= c < n ==> m[r][c] == 0; // not kept
  for (int j = 0; j < n; j++)
    invariant j <= n; // holds
    invariant forall c in 0..j: m[i][c] == 0; // holds
    invariant i < n; // holds
    invariant i >= 0; // not at first
  {
    m[i][j] = 0;
  }
}
assert(forall r, c: 0 <= r < n && 0 <= c < n ==> m[r][c] == 0); // enough
