// Looks for a value in a function with a contract.
int find(int a[], int n, int x)
  requires n >= 0;
  ensures result >= -1 && result < n;
  ensures result >= 0 ==> a[result] == x;
  ensures result == -1 ==> (forall k in 0..n: a[k] != x);
{
  int i = 0;
  while (i < n) {
    if (a[i] == x) return i;
    i++;
  }
  return -1;
}

int b[5] = {3, 1, 4, 1, 5};
int p = find(b, 5, 4);
assert(p == 2);
