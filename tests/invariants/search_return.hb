// Linear search as a function that returns the place, or -1.
int find(int a[], int n, int x)
  requires n >= 0;
  ensures result == -1 || 0 <= result < n && a[result] == x; // enough
  ensures result == -1 ==> forall k in 0..n: a[k] != x; // enough
{
  for (int i = 0; i < n; i++)
    invariant 0 <= i; // holds
    invariant forall k in 0..i: a[k] != x; // holds
    decreases n - i; // holds
  {
    if (a[i] == x) return i;
  }
  return -1;
}
