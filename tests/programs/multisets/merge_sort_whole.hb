// Merge sort, sorted and a permutation at once: each claim by the abstraction that can say it.
// tier: 3
// expect auto: certified
void merge(int b[], int n, int c[], int m, int both[])
  requires n >= 0 && m >= 0;
  requires sorted(b, 0, n) && sorted(c, 0, m);
  ensures sorted(both, 0, n + m);
  ensures forall v: count(both, 0, n + m, v) == count(b, 0, n, v) + count(c, 0, m, v);
{
  int k = 0;
  int i = 0, j = 0;
  while (i < n || j < m) {
    if (j >= m || i < n && b[i] <= c[j]) { both[k] = b[i]; i++; }
    else { both[k] = c[j]; j++; }
    k++;
  }
  hint(k == i + j);
  hint(forall v: count(both, 0, k, v) == count(b, 0, i, v) + count(c, 0, j, v));
}
void merge_sort(int a[], int size)
  requires size >= 0;
  ensures sorted(a, 0, size);
  ensures permutation(a, old(a), 0, size);
{
  if (size > 1) {
    int mid = size / 2;
    int low[] = sub_array(a, 0, mid);
    int high[] = sub_array(a, mid, size);
    merge_sort(low, mid);
    merge_sort(high, size - mid);
    int both[];
    merge(low, mid, high, size - mid, both);
    a = both;
  }
}
