int n = 2;
int a[3] = {1, 2, 3, 4};
int b[2][2] = {1, {2, 3, 4}};
int c[2] = {{1}, true};
int d = {1};
int e = {1, 2};
int f[] = {};
int g[n][2] = {{1}, {2}};
bool h[2] = {1, 0};
a = {1, 2, 3};
for (int k[2] = {1, 2}; k[0] < 3; k[0]++) {}
int i[2] = {1, 2;
assert(a[0] == 1);
// expected:
