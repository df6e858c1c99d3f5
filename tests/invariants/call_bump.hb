// A loop that calls a function of which only the contract is known.
void bump(int a[], int i)
  ensures a[i] == old(a[i]) + 1; // enough
{
  a[i]++;
}

int n = nondet();
assume(n >= 0);
int a[n];
int i = 0;
while (i < n) {
  invariant forall k in 0..i: a[k] == before(a[k]) + 1; // not kept, open
  invariant forall k in i..n: a[k] == before(a[k]); // not kept, open
  invariant 0 <= i <= n; // holds
  bump(a, i);
  i++;
}
assert(forall k in 0..n: a[k] == 0 ==> i == n); // enough
