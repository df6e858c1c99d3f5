// Few inputs.
// tier: 2
// expect method auto: certified
bool a = nondet(), b = nondet(), c = nondet();
int x = 0;
if (a) { x += 1; }
if (b) { x += 2; }
if (c) { x += 4; }
assert(0 <= x && x <= 7);
assert(x == 7 ==> a && b && c);
