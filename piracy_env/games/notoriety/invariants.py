def invariants(s, t): return []
def transition(a, action, b, t): return []
