const int n = 5;
const bool b;
const int a[2] = {1, 2};
n = 6;
n++;
havoc n;
for (const int i = 0; i < 3; i++) { a[i] = n; }
assert(n == 5 && b && a[0] == 1);
// expected:
