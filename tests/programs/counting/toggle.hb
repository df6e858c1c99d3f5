// A value that changes in each round tells whether their number is odd.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
bool odd = false;
int i = 0;
while (i < n) {
  odd = !odd;
  i++;
}
assert(odd <==> n % 2 == 1);
