// Binary search by a loop, with a contract of its own.
// tier: 2
// expect cell1: certified
(bool, int) search(int a[], int n, int v)
  requires n >= 0;
  ensures result[0] ==> a[result[1]] == v;
{
  int lo = 0, hi = n - 1;
  while (lo <= hi) {
    int mid = (lo + hi) / 2;
    if (a[mid] < v) {
      lo = mid + 1;
    } else if (a[mid] == v) {
      return (true, mid);
    } else {
      hi = mid - 1;
    }
  }
  return (false, 0);
}

int n = nondet(0, 1000);
int a[n];
bool found;
int at;
found, at = search(a, n, 3);
assert(found ==> a[at] == 3);
