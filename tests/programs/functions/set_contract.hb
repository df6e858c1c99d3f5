// A loop behind a contract.
// tier: 1
// expect cell1: certified
void set(int a[], int n, int v)
  requires n >= 0;
  ensures forall k in 0..n: a[k] == v;
{
  int i = 0;
  while (i < n) {
    a[i] = v;
    i++;
  }
}

int n = nondet(1, 100);
int b[n];
set(b, n, 7);
assert(b[0] == 7);
