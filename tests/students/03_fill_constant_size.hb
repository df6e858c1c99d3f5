// Fills ten cells with the value 42.
const int N = 10;
int a[N];
for (int i = 0; i < N; i++) {
  a[i] = 42;
}
for (int i = 0; i < N; i++) {
  assert(a[i] == 42);
}
