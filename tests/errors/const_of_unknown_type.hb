const float x = 1;
const y = 2;
int const z = 3;
assert(x == y);
// expected:
