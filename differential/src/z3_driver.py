"""Answers the questions of scripts with z3, for hornbook-differential.

Each line of the input is a JSON list of scripts {"kind", "terms", "steps"}; the answer is one
line, a list with [[answer, nanoseconds], ...] or an error message for each script. All terms are
made before the clock starts, and what is measured are calls of z3's C functions alone.
"""

import gc
import json
import sys
import threading
import time
from time import perf_counter_ns

import z3
from z3 import z3core

# Seconds after which z3 is stopped. A time limit of its own would cost it a thread for each question.
LIMIT = 2

CONTEXT = z3.main_ctx().ref()
NAMES = {z3.Z3_L_TRUE: "sat", z3.Z3_L_FALSE: "unsat", z3.Z3_L_UNDEF: "unknown"}


def raw(wrapper):
    """The C function itself: the wrapper of z3 also looks for errors after each call."""
    elementaries = wrapper.__defaults__[0]
    return elementaries.f


ASSERT = raw(z3core.Z3_solver_assert)
PUSH = raw(z3core.Z3_solver_push)
POP = raw(z3core.Z3_solver_pop)
CHECK = raw(z3core.Z3_solver_check_assumptions)
MAKERS = {"SolverFor(QF_LIA)": lambda: z3.SolverFor("QF_LIA"), "Solver": z3.Solver}
# One that lives on, with a scope for each script: making one takes z3 longer than small questions.
SHARED = z3.SimpleSolver()


class Watch:
    """Stops z3 when a question takes long."""

    def __init__(self):
        # Odd while z3 works.
        self.count = 0
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            before = self.count
            time.sleep(LIMIT)
            if self.count == before and before % 2 == 1:
                z3.main_ctx().interrupt()


WATCH = Watch()


class Plan:
    """A script as a list of calls, made before the clock starts."""

    def __init__(self, kind, terms, steps):
        self.shared = kind == "SimpleSolver, kept"
        self.solver = SHARED if self.shared else MAKERS.get(kind, z3.SimpleSolver)()
        self.terms = z3.parse_smt2_string(terms)
        self.proxies = {}
        self.kept = []
        # The proxies that have a meaning, by scope.
        self.scopes = [set()]
        self.calls = []
        self.questions = []
        for step in steps:
            self.add(*step)

    def call(self, function, *arguments):
        self.calls.append((function, (CONTEXT, self.solver.solver, *arguments)))

    def add(self, what, arguments):
        if what == "assert":
            self.call(ASSERT, self.terms[arguments[0]].ast)
        elif what == "push":
            self.scopes.append(set())
            self.call(PUSH)
        elif what == "pop":
            self.scopes.pop()
            self.call(POP, 1)
        else:
            literals = [self.literal(n).ast for n in arguments]
            array = (z3.Ast * len(literals))(*literals)
            self.questions.append((self.calls, (CONTEXT, self.solver.solver, len(literals), array)))
            self.calls = []

    def literal(self, n):
        """A literal for an assumption: z3 takes no other formulas."""
        term = self.terms[n]
        if is_literal(term):
            return term
        if n not in self.proxies:
            proxy = z3.Bool(f"proxy!{n}")
            self.proxies[n] = proxy, z3.Implies(proxy, term)
        proxy, meaning = self.proxies[n]
        if not any(n in scope for scope in self.scopes):
            self.scopes[-1].add(n)
            self.call(ASSERT, meaning.ast)
        return proxy

    def run(self):
        if self.shared:
            PUSH(CONTEXT, self.solver.solver)
        replies = []
        for calls, arguments in self.questions:
            WATCH.count += 1
            begun = perf_counter_ns()
            for function, rest in calls:
                function(*rest)
            answer = CHECK(*arguments)
            ended = perf_counter_ns()
            WATCH.count += 1
            replies.append([NAMES[answer], ended - begun])
        # What the script does after its last question closes scopes that the next one must not see.
        for function, rest in self.calls:
            function(*rest)
        if self.shared:
            POP(CONTEXT, self.solver.solver, len(self.scopes))
        return replies


def is_literal(term):
    if z3.is_not(term):
        term = term.arg(0)
    return z3.is_const(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED


def plan(script):
    try:
        return Plan(script["kind"], script["terms"], script["steps"])
    except (z3.Z3Exception, IndexError) as error:
        return str(error)


def main():
    gc.disable()
    for line in sys.stdin:
        plans = [plan(script) for script in json.loads(line)]
        print(json.dumps([p if isinstance(p, str) else p.run() for p in plans]), flush=True)
        del plans
        gc.collect()


main()
