// A flag that ends the loop at the first negative cell.
int n = nondet();
assume(n >= 0);
int a[n];
bool ok = true;
int i = 0;
while (i < n && ok) {
  invariant ok ==> forall k in 0..i: a[k] >= 0; // holds
  invariant !ok ==> i < n && a[i] < 0; // holds
  invariant 0 <= i; // holds
  invariant ok; // false
  if (a[i] < 0) ok = false; else i++;
}
assert(ok ==> forall k in 0..n: a[k] >= 0); // enough
assert(!ok ==> exists k in 0..n: a[k] < 0); // enough
assert(i <= n); // not enough
