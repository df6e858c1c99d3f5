// What a loop does changes after a thousand rounds.
// tier: 2
// expect method auto: buggy
int x = 0, y = 0;
int n = nondet();
while (x < n) { if (x < 1000) { y++; } else { y--; } x++; }
assert(y >= 0);
