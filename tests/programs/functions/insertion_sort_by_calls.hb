// Insertion sort: the next value is put in its place by a function.
// tier: 3
// expect cell2: certified
void put(int a[], int i)
  requires i >= 0 && sorted(a, 0, i);
  ensures sorted(a, 0, i + 1);
{
  int v = a[i];
  int j = i;
  while (j > 0 && a[j - 1] > v) {
    a[j] = a[j - 1];
    j--;
  }
  a[j] = v;
}

int n = nondet(0, 1000);
int a[n];
for (int i = 0; i < n; i++) {
  put(a, i);
}
assert(sorted(a, 0, n));
