bool a = true;
bool b = true;
assert(a == b == true);
// expected:
// 3:8: error: a number (int) is needed here, but this is a truth value (bool)
// 3:13: error: a number (int) is needed here, but this is a truth value (bool)
// 3:18: error: a number (int) is needed here, but this is a truth value (bool)
