"""Connections that lose their patience: with who sends half a request, reads nothing, or takes all.

Uvicorn waits without end for the rest of a request and for readers, and tells nobody from anybody
else. A few hundred such connections would leave no place for those who play.
"""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Any

try:
    import h11
    import uvicorn
    from uvicorn.protocols.http.h11_impl import H11Protocol
except ImportError as error:
    from piracy_env.errors import MissingExtraError

    raise MissingExtraError('the table needs uvicorn: pip install "piracy_env[table]"') from error

MOST_CONNECTIONS = 256
RECEIVING = 15.0
"""Seconds in which a request has to arrive."""
SENDING = 30.0
"""Seconds in which who is sent something has to take some of it, again and again."""
MOST_OF_ONE = 48
"""Connections from one address elsewhere; from this machine a proxy may bring everybody's."""


def server_of(app: Any, host: str, port: int) -> uvicorn.Server:
    """A server that is bound there, ready to run."""
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=Connection,
        ws="none",
        log_level="warning",
        access_log=False,  # addresses of tables are nobody else's business
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=10,
        server_header=False,
    )
    return uvicorn.Server(config)


class Connection(H11Protocol):  # type: ignore[misc]  # uvicorn is an extra
    """A connection of uvicorn's, with bounds."""

    _receiving: asyncio.TimerHandle | None = None
    _sending: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin, unless too many from there are here already."""
        super().connection_made(transport)
        if self.client is not None and not is_near(self.client[0]):
            others = [each for each in self.connections if _address(each) == self.client[0]]
            if len(others) > MOST_OF_ONE:
                transport.abort()
                return
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request, and wait for the rest for so long only."""
        super().data_received(data)
        their = self.conn.their_state
        if their is h11.SEND_BODY or (their is h11.IDLE and self.conn.trailing_data[0]):
            self._expect()
        else:
            _stop(self._receiving)
            self._receiving = None

    def pause_writing(self) -> None:
        """Wait for a reader, for so long only."""
        super().pause_writing()
        if self._sending is None:
            self._await_reader(0)

    def resume_writing(self) -> None:
        """Go on: something was read."""
        super().resume_writing()
        _stop(self._sending)
        self._sending = None

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        _stop(self._receiving)
        _stop(self._sending)
        super().connection_lost(exc)

    def _await_reader(self, left: int) -> None:
        """Go on as long as some of what waits is taken: who reads slowly reads all the same."""
        waiting = self.transport.get_write_buffer_size()
        if waiting == left:
            self.transport.abort()
        else:
            self._sending = self.loop.call_later(SENDING, self._await_reader, waiting)

    def _expect(self) -> None:
        if self._receiving is None:
            self._receiving = self.loop.call_later(RECEIVING, self.transport.abort)


def is_near(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:  # a socket without one
        return True


def _address(connection: Any) -> str | None:
    client = getattr(connection, "client", None)
    return client[0] if client else None


def _stop(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
