// What a loop does changes after a thousand rounds.
// tier: 2
// expect method auto: certified
int x = 0, y = 5000;
while (x < 10000) { if (x >= 5000) { y++; } x++; }
assert(x == y);
