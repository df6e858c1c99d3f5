#pragma abstractoin cell2
assert(1 < 2 || nondet());
// expected:
// 1:1: error: there is no setting `abstractoin`
//   hint: the settings are `method`, `rules`, `tiles`, `invariants`, `abstraction`, `heuristic`, `budget-ms`, `calls`, `check-bounds`, `large-blocks`, `loops`
// 2:1: warning: this assertion always holds: nothing is checked
