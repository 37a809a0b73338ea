def render(s, tables, seat): return ""
