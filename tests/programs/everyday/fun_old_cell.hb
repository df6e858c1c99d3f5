// Functions over arrays.
// tier: 2
// expect method auto: certified
void bump(int a[], int i)
  ensures a[i] == old(a[i]) + 1;
  ensures forall k: k != i ==> a[k] == old(a[k]);
{ a[i] = a[i] + 1; }
int a[3];
a[0] = 5; a[1] = 6;
bump(a, 0);
assert(a[0] == 6 && a[1] == 6);
