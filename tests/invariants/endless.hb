// A loop without a condition that is left by break.
int n = nondet();
assume(n >= 0);
int a[n];
int i = 0;
while (true) {
  invariant i <= n; // holds
  invariant forall k in 0..i: a[k] == 2 * k; // holds
  invariant i >= 0; // holds
  decreases n - i; // holds
  if (i >= n) break;
  a[i] = i + i;
  i++;
}
assert(i == n); // enough
assert(forall k in 0..n: a[k] == k * 2); // enough
