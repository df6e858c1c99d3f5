// tier: 2
// expect method auto: buggy
int a[20];
for (int i = 0; i < 20; i++) {
  a[i] = i % 7;
}
assert(exists k in 0..20: a[k] == 7);
