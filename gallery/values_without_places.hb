// One cell is written, and one claim is about its place.
int a[] = const_array(0);
a[3] = 1;
assert(forall k: 0 <= a[k] <= 1);
assert(a[3] == 1);
