// T Listing 2.8 with its faults mended: merging sorted arrays, by contract.
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
