// What a loop does changes after a thousand rounds.
// tier: 2
// expect method auto: certified
int mode = 0, x = 0, i = 0, n = nondet();
while (i < n) { if (mode == 0) { x++; if (x == 1000) { mode = 1; } } else { x--; if (x == 0) { mode = 0; } } i++; }
assert(0 <= x && x <= 1000);
