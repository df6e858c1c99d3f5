// The 0 at the end is counted.
// from: TI Table 1, vararg, changed
// tier: 1
// expect cell1: buggy
int args[];
int count = 0;
while (args[count] != 0) { count++; }
count++;
assert(forall k in 0..count: args[k] != 0);
assert(count >= 0);
