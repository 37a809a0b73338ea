def describe(s, tables, seat): return ""
def describe_action(s, tables, action, viewer): return ""
