// Fill a matrix with zeros.
int n = nondet();
assume(n >= 0);
int m[n][n];
for (int i = 0; i < n; i++) {
  invariant 0 <= i <= n; // holds
  invariant forall r, c: 0 <= r < i && 0 <= c < n ==> m[r][c] == 0; // holds
  for (int j = 0; j < n; j++) {
    invariant 0 <= j <= n; // holds
    invariant forall c in 0..j: m[i][c] == 0; // holds
    invariant forall r, c: 0 <= r < i && 0 <= c < n ==> m[r][c] == 0; // holds
    m[i][j] = 0;
  }
}
assert(forall r, c: 0 <= r < n && 0 <= c < n ==> m[r][c] == 0); // enough
