// Move the negative numbers to the front.
int n = nondet();
assume(n >= 0);
int a[n];
int i = 0, j = n - 1;
while (i <= j) {
  invariant forall k in 0..i: a[k] < 0; // holds
  invariant forall k in j + 1..n: !(a[k] < 0); // holds
  invariant i >= 0; // holds
  invariant j < n; // holds
  invariant i <= j + 1; // holds
  decreases j - i + 1; // holds
  if (a[i] < 0) { i++; } else {
    a[i], a[j] = a[j], a[i];
    j--;
  }
}
assert(forall k in 0..i: a[k] < 0); // enough
assert(forall k in i..n: a[k] >= 0); // enough
assert(0 <= i <= n); // enough
