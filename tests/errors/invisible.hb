int x = 1;
x = ‮2;
assert(x​ == 2);
// expected:
