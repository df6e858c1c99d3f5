// Reverses an array by pushing everything on a stack and popping it.
int push(int s[], int top, int x) {
  s[top] = x;
  return top + 1;
}

int n = nondet();
assume(n > 0);
int a[n], s[n], b[n];
int top = 0;
for (int i = 0; i < n; i++) {
  top = push(s, top, a[i]);
}
for (int i = 0; i < n; i++) {
  top--;
  b[i] = s[top];
}
assert(top == 0);
assert(forall k in 0..n: b[k] == a[n - 1 - k]);
