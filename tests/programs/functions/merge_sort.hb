// T Listing 2.9 with its faults mended: merge sort, by contracts.
// tier: 3
// expect cell2: certified
int merge_sorted(int b[], int b_size, int c[], int c_size, int res[])
  requires b_size >= 0 && c_size >= 0;
  requires sorted(b, 0, b_size) && sorted(c, 0, c_size);
  ensures result == b_size + c_size;
  ensures sorted(res, 0, result);
{
  int res_size = 0;
  int bi = 0, ci = 0;
  while (bi + ci < b_size + c_size) {
    if (bi >= b_size || ci < c_size && b[bi] > c[ci]) { res[res_size] = c[ci]; res_size++; ci++; }
    else { res[res_size] = b[bi]; res_size++; bi++; }
  }
  return res_size;
}
int merge_sort_rec(int a[], int a_size)
  requires a_size >= 0;
  ensures result == a_size;
  ensures sorted(a, 0, result);
{
  if (a_size > 1) {
    int mid = a_size / 2;
    int b[] = sub_array(a, 0, mid);
    int c[] = sub_array(a, mid, a_size);
    int b_size = merge_sort_rec(b, mid);
    int c_size = merge_sort_rec(c, a_size - mid);
    int res[];
    int res_size = merge_sorted(b, b_size, c, c_size, res);
    assert(sorted(res, 0, res_size));
    a = res;
    return res_size;
  }
  return a_size;
}
