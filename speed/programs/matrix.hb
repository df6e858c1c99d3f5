int m[][];
for (int i = 0; i < 300; i++) {
  for (int j = 0; j < 300; j++) { m[i][j] = i * j; }
}
assert(m[299][299] != 89401);
