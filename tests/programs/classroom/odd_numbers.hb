// The sum of the first n odd numbers is n squared.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int s = 0;
int odd = 1;
int i = 0;
while (i < n) {
  s = s + odd;
  odd = odd + 2;
  i = i + 1;
}
assert(s == n * n);
