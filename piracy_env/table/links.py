"""Links to a table: each has a secret token, and says in which seats its owner sits."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from piracy_env.errors import PiracyError

TOKEN_BYTES, SHORTEST_TOKEN = 16, 20
HERE = "here"
"""How a person's seat is said to be at the screen of whoever opens the table."""


class LinkError(PiracyError):
    """A token that opens nothing, or not this."""


@dataclass(frozen=True)
class Link:
    """What a token opens."""

    token: str
    seats: tuple[int, ...]
    """Where its owner sits; nowhere, if it is for watching."""
    is_host: bool = False
    """Whether it may set the pace, save the game and see the other links."""

    def as_dict(self) -> dict[str, object]:
        """As a file holds it."""
        return {"token": self.token, "seats": list(self.seats), "host": self.is_host}


def fresh_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def links_for(here: Iterable[int], elsewhere: Iterable[int]) -> tuple[Link, ...]:
    """The host's link with the seats at its screen, one for each other person, one for watching."""
    host = Link(fresh_token(), tuple(here), is_host=True)
    return (host, *(Link(fresh_token(), (seat,)) for seat in elsewhere), Link(fresh_token(), ()))


def require_links(links: Sequence[Link], people: Sequence[int]) -> None:
    """Refuse links out of a file that open seats where nobody sits, or that anybody could guess."""
    if not links or not links[0].is_host:
        raise LinkError("the file has no link for who opened the table")
    if any(len(link.token) < SHORTEST_TOKEN for link in links):
        raise LinkError("the file has a token that could be guessed")
    if any(seat not in people for link in links for seat in link.seats):
        raise LinkError("the file has a link for a seat where nobody sits")


def link_of(links: Iterable[Link], token: str) -> Link:
    """The link of a token; all are compared, and each in full."""
    given = token.encode()
    found = [link for link in links if secrets.compare_digest(link.token.encode(), given)]
    if not found:
        raise LinkError("this link opens no seat of the table: ask whoever opened it")
    return found[0]
