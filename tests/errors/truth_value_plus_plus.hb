bool b = true;
b++;
assert(b);
// expected:
// 2:1: error: this needs a number, but `b` is a truth value (bool)
