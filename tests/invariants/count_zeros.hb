// Count the zeros of an array.
int n = nondet();
assume(n >= 1);
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  invariant 0 <= c <= i; // holds
  invariant n - i >= 0; // holds
  invariant c == i ==> forall k in 0..i: a[k] == 0; // holds
  invariant c < n; // false
  if (a[i] == 0) c++;
}
assert(c <= n); // enough
assert(c == n ==> forall k in 0..n: a[k] == 0); // enough
assert(c == 0 ==> forall k in 0..n: a[k] != 0); // not enough
