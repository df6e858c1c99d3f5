int i = 0, j = 0, x;
int a[9];
x = i++ + 1;
a[i++] = x;
x = a[i--];
x = a[--i];
a[i++] = a[j++];
a[i++] = i;
x = ++a[3] * 2;
while (i++ < 3) { x = j--; }
int y = --j;
assert(x == 1 && y == x++);
x = ++;
// expected:
