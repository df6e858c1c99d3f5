// Quicksort in place, by contracts. Bounds say what a permutation would: which values there can be.
// tier: 3
// expect cell2: certified
(int, int) partition(int a[], int lo, int hi, int least, int most)
  requires lo < hi;
  requires forall k in lo..hi: least <= a[k] <= most;
  ensures lo <= result[0] < hi && least <= result[1] <= most && a[result[0]] == result[1];
  ensures forall k in lo..result[0]: least <= a[k] <= result[1];
  ensures forall k in result[0] + 1..hi: result[1] <= a[k] <= most;
  ensures forall k: k < lo || k >= hi ==> a[k] == old(a[k]);
{
  int p = a[hi - 1];
  int m = lo;
  for (int i = lo; i < hi - 1; i++) {
    if (a[i] <= p) {
      a[i], a[m] = a[m], a[i];
      m++;
    }
  }
  a[hi - 1], a[m] = a[m], a[hi - 1];
  return (m, p);
}
void quick_sort(int a[], int lo, int hi, int least, int most)
  requires forall k in lo..hi: least <= a[k] <= most;
  ensures sorted(a, lo, hi);
  ensures forall k in lo..hi: least <= a[k] <= most;
  ensures forall k: k < lo || k >= hi ==> a[k] == old(a[k]);
{
  if (hi - lo > 1) {
    int m, pivot;
    m, pivot = partition(a, lo, hi, least, most);
    quick_sort(a, lo, m, least, pivot);
    quick_sort(a, m + 1, hi, pivot, most);
  }
}
