// Add one to each cell, as a function with a contract about old values.
void inc(int a[], int n)
  requires n >= 0;
  ensures forall k in 0..n: a[k] == old(a[k]) + 1; // enough
  ensures a[n] == old(a[n]); // enough
  ensures a[n + 1] == old(a[n + 1]); // not enough
{
  int i = 0;
  while (i < n) {
    invariant 0 <= i <= n; // holds
    invariant forall k in 0..i: a[k] == before(a[k]) + 1; // holds
    invariant forall k in i..n + 1: a[k] == before(a[k]); // holds
    decreases n - i; // holds
    a[i]++;
    i++;
  }
}
