// Linear search without a lower bound for the index.
int find(int a[], int n, int x)
  requires n >= 0;
  ensures result == -1 || 0 <= result; // not enough
  ensures result == -1 || result < n && a[result] == x; // enough
  ensures result != -1 ==> exists k in 0..n: a[k] == x; // not enough
{
  int i = 0;
  while (i < n) {
    invariant i <= n; // holds
    invariant i != -1; // not kept
    invariant !(exists k in 0..i: a[k] == x); // holds
    if (a[i] == x) return i;
    i++;
  }
  return -1;
}
