"""Answers Horn clauses with z3's engine for them, for hornbook-differential.

Each line of the input is a JSON object {"text", "milliseconds"}; the answer is one line with
`sat`, `unsat` or `unknown` and the time in nanoseconds. Reading the text is not counted.
"""

import json
import sys
from time import perf_counter_ns

import z3

for line in sys.stdin:
    request = json.loads(line)
    formulas = z3.parse_smt2_string(request["text"])
    begun = perf_counter_ns()
    try:
        solver = z3.SolverFor("HORN")
        solver.set("timeout", request["milliseconds"])
        solver.add(formulas)
        answer = str(solver.check())
    except z3.Z3Exception:
        answer = "unknown"
    print(answer, perf_counter_ns() - begun, flush=True)
