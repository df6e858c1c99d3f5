// tier: 2
// expect method auto: certified
int a[8];
int i = 0;
while (i < 8 && a[i] != 5) {
  i++;
}
assert(i == 8 || a[i] == 5);
assert(i < 8 ==> forall k in 0..i: a[k] != 5);
