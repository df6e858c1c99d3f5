// Ones on the diagonal of a matrix.
int n = nondet();
assume(n >= 1);
int m[n][n];
int i = 0;
while (i < n) {
  invariant forall k in 0..i: m[k][k] == 1; // holds
  invariant 0 <= i; // holds
  invariant i > 0 ==> m[0][0] == 1; // holds
  invariant m[0][0] == 1; // not at first
  m[i][i] = 1;
  i++;
}
assert(forall k in 0..n: m[k][k] == 1); // enough
assert(m[0][0] == 1); // enough
