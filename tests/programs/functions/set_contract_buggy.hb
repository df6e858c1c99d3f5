// The function leaves out the first cell, which its contract promises; nobody calls it.
// tier: 1
// expect cell1: buggy
void set(int a[], int n, int v)
  requires n >= 0;
  ensures forall k in 0..n: a[k] == v;
{
  int i = 1;
  while (i < n) {
    a[i] = v;
    i++;
  }
}
