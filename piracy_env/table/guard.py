"""What stands before every address: whose requests are answered, and with which headers.

A page of another site that is open in the same browser can send requests here. It is kept out
thrice: the name in the address must be one of this server's (a name that was pointed here later is
not), what is more than a page must be asked for by a page of this very server, and what changes
something must be JSON, which a form of another site cannot send. Beside that, every table needs the
token of one of its links.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from types import MappingProxyType
from typing import Any

LARGEST_BODY = 1 << 14
"""Bytes of a request."""
OWN_SITES = ("same-origin", "none")
"""Where a request comes from, as a browser says it: a page of this server, or an address that was
typed in."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")

_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_KEPT_BY_NOBODY = {"cache-control": "no-store"}
_HOST = re.compile(r"(?:\[(?P<six>[0-9a-fA-F:.]+)\]|(?P<name>[\w.-]+))(?::\d{1,5})?", re.ASCII)

_STRANGE = "only pages of this server may do that"

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]


class Guard:
    """Keeps out of an application what is not meant for it.

    Args:
        app: What is guarded.
        host: Where the server is bound.
        names: Further names by which it is reached.
    """

    def __init__(self, app: App, host: str, names: tuple[str, ...] = ()) -> None:
        self.app = app
        self.is_local = is_loopback(host)
        self.names = {host.lower(), *(name.lower() for name in names), *LOOPBACK}

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        refusal = self._refusal(scope)
        if refusal:
            await _answer(send, *refusal)
        else:
            more = _KEPT_BY_NOBODY if scope["path"].startswith("/api") else {}
            await self.app(scope, receive, _with_headers(send, more))

    def _refusal(self, scope: MutableMapping[str, Any]) -> tuple[int, str] | None:
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name, value in scope["headers"]
        }
        hosts = [value for name, value in scope["headers"] if name.lower() == b"host"]
        if len(hosts) != 1 or not self.knows(hosts[0].decode("latin-1")):
            return 421, "this server is not reached by that name"
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "GET and POST are all there is"
        size = headers.get("content-length", "0")
        if not size.isdecimal() or int(size) > LARGEST_BODY:
            return 413, f"no request is larger than {LARGEST_BODY:,} bytes"
        is_page = scope["method"] != "POST" and not scope["path"].startswith("/api")
        if headers.get("sec-fetch-site", OWN_SITES[0]) not in OWN_SITES and not is_page:
            return 403, _STRANGE
        return self._refusal_of_change(scope, headers) if scope["method"] == "POST" else None

    def _refusal_of_change(
        self, scope: MutableMapping[str, Any], headers: Mapping[str, str]
    ) -> tuple[int, str] | None:
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return 415, "requests are JSON"
        own = f"{scope.get('scheme', 'http')}://{headers['host']}"
        return (403, _STRANGE) if headers.get("origin", own) != own else None

    def knows(self, host: str) -> bool:
        """Whether a request's `Host` names this server.

        Bound elsewhere than to this machine alone, it is known by any address in numbers too: a
        name that was made to point here is what is to be kept out.
        """
        name = _name_of(host)
        if name in self.names:
            return True
        return not self.is_local and _is_address(name)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a server that is bound there."""
    if host == "localhost":
        return True
    return _is_address(host) and ipaddress.ip_address(host).is_loopback


def _name_of(host: str) -> str:
    """A `Host` without its port; empty if it is none."""
    match = _HOST.fullmatch(host)
    return (match["six"] or match["name"]).lower() if match else ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _with_headers(send: Send, more: Mapping[str, str] = MappingProxyType({})) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower() for name, _ in message["headers"]}
            wanted = [(k.encode(), v.encode()) for k, v in {**_HEADERS, **more}.items()]
            added = [(name, value) for name, value in wanted if name not in given]
            message["headers"] = [*message["headers"], *added]
        await send(message)

    return sending


async def _answer(send: Send, status: int, words: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await _with_headers(send)({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words.encode()})
