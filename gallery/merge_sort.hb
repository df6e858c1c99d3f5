void merge(int b[], int n, int c[], int m, int both[])
  requires n >= 0 && m >= 0 && sorted(b, 0, n) && sorted(c, 0, m);
  ensures sorted(both, 0, n + m);
{
  int i = 0, j = 0;
  while (i + j < n + m) {
    if (i >= n || j < m && b[i] > c[j]) { both[i + j] = c[j]; j++; }
    else { both[i + j] = b[i]; i++; }
  }
}
void merge_sort(int a[], int size)
  ensures sorted(a, 0, size);
{
  if (size <= 1) { return; }
  int mid = size / 2;
  int low[] = sub_array(a, 0, mid), high[] = sub_array(a, mid, size);
  merge_sort(low, mid);
  merge_sort(high, size - mid);
  merge(low, mid, high, size - mid, a);
}
