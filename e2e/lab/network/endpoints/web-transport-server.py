"""A WebTransport server that forwards the messages it receives.

Argument: a UDP port. Standard input: a line of JSON with `key` and `cert`, both
in the PEM format. Prints "listening", and runs until it is killed. Each
unidirectional stream is a message. A message is forwarded to standard output
when its stream has ended, and dropped if its stream is reset.

A forwarded message, in network byte order:

    float64  time of arrival in ms, on the monotonic clock of the system
    uint32   number of the connection, from 0, in the order of connecting
    uint32   length of the message
    ...      the message
"""

import asyncio
import itertools
import json
import socket
import struct
import sys
import time

from aioquic.asyncio import QuicConnectionProtocol, serve
from aioquic.h3.connection import H3_ALPN, H3Connection
from aioquic.h3.events import HeadersReceived, WebTransportStreamDataReceived
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.events import ProtocolNegotiated, StreamReset
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from cryptography.x509 import load_pem_x509_certificate

HEAD = struct.Struct(">dII")

# Bytes. The full queue of any measured link fits, even if it arrives in one burst.
RECEIVE_BUFFER = 2**22

numbers = itertools.count()

# Buffered even if PYTHONUNBUFFERED is set, so that no line or message is written in parts.
output = open(sys.stdout.fileno(), "wb")


class Connection(QuicConnectionProtocol):
    """A connection of a page."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._number = next(numbers)
        self._http = None
        self._parts = {}  # of each open stream

    def quic_event_received(self, event):
        if isinstance(event, ProtocolNegotiated):
            self._http = H3Connection(self._quic, enable_webtransport=True)
        elif isinstance(event, StreamReset):
            self._parts.pop(event.stream_id, None)
        if self._http is not None:
            for http_event in self._http.handle_event(event):
                self._handle(http_event)

    def _handle(self, event):
        if isinstance(event, HeadersReceived):
            answer = [(b":status", b"200"), (b"sec-webtransport-http3-draft", b"draft02")]
            self._http.send_headers(event.stream_id, answer)
        elif isinstance(event, WebTransportStreamDataReceived):
            parts = self._parts.setdefault(event.stream_id, [])
            parts.append(event.data)
            if event.stream_ended:
                del self._parts[event.stream_id]
                self._forward(b"".join(parts))

    def _forward(self, message):
        head = HEAD.pack(1000 * time.monotonic(), self._number, len(message))
        output.write(head + message)
        output.flush()


async def main():
    pem = json.loads(sys.stdin.readline())
    configuration = QuicConfiguration(
        is_client=False,
        alpn_protocols=H3_ALPN,
        max_datagram_frame_size=65536,  # HTTP/3 needs it for WebTransport
        certificate=load_pem_x509_certificate(pem["cert"].encode()),
        private_key=load_pem_private_key(pem["key"].encode(), None),
    )
    server = await serve(
        "0.0.0.0",
        int(sys.argv[1]),
        configuration=configuration,
        create_protocol=Connection,
    )
    udp = server._transport.get_extra_info("socket")
    udp.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
    output.write(b"listening\n")
    output.flush()
    await asyncio.Event().wait()


asyncio.run(main())
