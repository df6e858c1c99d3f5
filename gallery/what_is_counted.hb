// What do the three variables have to do with each other?
int n = nondet(0, 100);
int i = 0;
int j = 0;
while (i < n) {
  i = i + 1;
  j = j + 2;
}
