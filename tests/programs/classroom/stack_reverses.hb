// Pushes all cells and pops them again: the order is reversed.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int a[n];
int b[n];
int stack[n];
int top = 0;
for (int i = 0; i < n; i++) {
  stack[top] = a[i];
  top++;
}
int j = 0;
while (top > 0) {
  top--;
  b[j] = stack[top];
  j++;
}
assert(j == n || n < 0);
assert(forall k in 0..n: b[k] == a[n - 1 - k]);
