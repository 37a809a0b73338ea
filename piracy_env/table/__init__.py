"""The table in the browser: people and agents around any game, a page for all of them.

A server (Starlette and uvicorn, the extra `table`) holds the games; pages draw what it tells them.
It tells each link what the seats of that link may know, and nothing else:

| module | what it does |
|---|---|
| `board` | a game with its story, as each viewer may know both |
| `links` | secret tokens, and what each of them may do |
| `views` | a position as JSON, for one viewer |
| `thoughts` | what agents think of a position |
| `room` | one table: people, agents, pace, whoever waits for news |
| `house` | all tables: bounded, put aside when idle, found again after a restart |
| `shelf` | files: tables that were put aside, replays and training runs of a folder |
| `opening` | what is asked for when a table is opened, checked |
| `guard` | hosts, origins, sizes, headers |
| `reasons` | why something may be done now, or may not |
| `connection` | connections that do not wait without end |
| `server` | the addresses, and how it is started and ended |
"""
