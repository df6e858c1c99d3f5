// The sum of two neighbouring products is one product.
// tier: 1
// expect cell1: certified
int x = nondet();
int y = nondet();
int area, wider;
area, wider = x * y, (y + 1) * x;
assert(wider == area + x);
