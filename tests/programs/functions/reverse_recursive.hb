// An array is reversed from its ends inwards, by a function that calls itself.
// tier: 3
// expect cell1: certified
void reverse(int a[], int lo, int hi)
  ensures forall k: (k < lo || k >= hi) ==> a[k] == old(a[k]);
  ensures forall k in lo..hi: a[k] == old(a[lo + hi - 1 - k]);
{
  if (hi - lo < 2) return;
  a[lo], a[hi - 1] = a[hi - 1], a[lo];
  reverse(a, lo + 1, hi - 1);
}

int n = nondet(0, 1000);
int a[n];
int b[] = a;
reverse(a, 0, n);
assert(forall k in 0..n: a[k] == b[n - 1 - k]);
