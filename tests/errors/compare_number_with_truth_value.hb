bool b = true;
int x = 0;
assert(b == x);
// expected:
// 3:8: error: `==` compares a truth value (bool) with a number (int)
