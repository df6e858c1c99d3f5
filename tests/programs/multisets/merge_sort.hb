// Merge sort keeps each value as often as it was, by contracts.
// tier: 3
// expect cell . multiset: certified
int merge(int a[], int n, int b[], int m, int c[])
  requires n >= 0 && m >= 0;
  ensures result == n + m;
  ensures forall v: count(c, 0, result, v) == count(a, 0, n, v) + count(b, 0, m, v);
{
  int k = 0;
  int i = 0, j = 0;
  while (i < n || j < m) {
    if (j >= m || i < n && a[i] <= b[j]) {
      c[k] = a[i];
      i++;
    } else {
      c[k] = b[j];
      j++;
    }
    k++;
  }
  hint(forall v: count(c, 0, k, v) == count(a, 0, i, v) + count(b, 0, j, v));
  return k;
}
void merge_sort(int s[], int size)
  requires size >= 0;
  ensures permutation(s, old(s), 0, size);
{
  if (size > 1) {
    int mid = size / 2;
    int low[] = sub_array(s, 0, mid);
    int high[] = sub_array(s, mid, size);
    merge_sort(low, mid);
    merge_sort(high, size - mid);
    int both[];
    int all = merge(low, mid, high, size - mid, both);
    assert(all == size);
    s = both;
  }
}
