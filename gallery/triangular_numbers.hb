int n = nondet();
assume(n > 0);
int s = 0;
int i = 0;
while (i < n) {
  i++;
  s += i;
}
assert(2 * s == n * n + n);
