// Sorts an array of 0, 1 and 2 in one pass.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int a[n];
assume(forall k in 0..n: 0 <= a[k] <= 2);
int lo = 0;
int mid = 0;
int hi = n;
while (mid < hi) {
  if (a[mid] == 0) {
    a[lo], a[mid] = a[mid], a[lo];
    lo++;
    mid++;
  } else if (a[mid] == 1) {
    mid++;
  } else {
    hi--;
    a[mid], a[hi] = a[hi], a[mid];
  }
}
assert(forall k in 0..lo: a[k] == 0);
assert(forall k in lo..hi: a[k] == 1);
assert(forall k in hi..n: a[k] == 2);
