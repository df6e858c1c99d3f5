// What is known about s and n at the end?
int s[];
int n = 0;
while (s[n] != 0) {
  n++;
}
