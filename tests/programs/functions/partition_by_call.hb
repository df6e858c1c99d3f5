// The partition of quicksort, as a function.
// tier: 2
// expect cell1: certified
int partition(int a[], int n, int pivot)
  requires n >= 0;
  ensures 0 <= result <= n;
  ensures forall k in 0..result: a[k] < pivot;
  ensures forall k in result..n: a[k] >= pivot;
{
  int m = 0;
  int i = 0;
  while (i < n) {
    if (a[i] < pivot) {
      a[i], a[m] = a[m], a[i];
      m++;
    }
    i++;
  }
  return m;
}

int n = nondet(0, 1000);
int a[n];
int p = nondet();
int m = partition(a, n, p);
assert(forall k in 0..m: a[k] < p);
assert(forall k in m..n: a[k] >= p);
