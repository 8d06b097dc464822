/*
 * The wire format of Paceline, version 4
 * ======================================
 *
 * A session has several channels. Each channel is a WebSocket with the subprotocol `paceline.4`, without
 * compression. Every WebSocket message is binary and one *frame* of up to 2^18 bytes: one or more *records*
 * in sequence. All integers are varints as in RFC 9000 §16: the first two bits tell whether the integer takes
 * 1, 2, 4 or 8 bytes, the other bits are the value, high byte first; no integer exceeds 2^53 - 1. A `text` is
 * its length and UTF-8.
 *
 * The first frame of each endpoint is a hello, alone:
 *
 *     01 version=4 purpose(1 byte: 0 open, 1 bind) session(32 bytes) settings credentials(text)          client hello
 *     02 version=4 session(32 bytes) settings protocol(text)                                             server hello
 *
 * Before the server hello has arrived a client sends nothing else, except `terminate` (0a) if it gives the connection up.
 *
 * `open` asks for a new session: the 32 bytes of `session` are zero, and the server hello has the session's name. `bind` adds a channel to a session. The first eight bytes
 * of a name identify the server, the next eight the session on this server, and the other sixteen are secret. `credentials`, up to 4,096
 * bytes, belong to the application. `protocol` is the application's subprotocol, one of those that were offered beside `paceline.4`, or empty.
 * `settings` is their number, then a key and a value for each. Unknown keys are ignored. _This endpoint_ is the sender of the settings, and the limits apply to its peer:
 *
 *     1  maximum size of a message, in bytes
 *     2  maximum size of all messages that have begun and not ended, in bytes; there are never more than 4,096 such messages
 *     3  receive window of the session: bytes that the peer may send before the application of this endpoint has read them
 *     4  standby channels that the client wants, or that the server allows
 *     5  maximum number of streams of the peer that are not closed in both directions
 *     6  bits per second for the acknowledgments of the peer, which may use less
 *     7  receive window of each stream, as 3
 *
 * There are up to 64 settings. Smaller values than 2^16, 2^18 and 2^18 for the first three, 16 for the fifth, 20,000 for the sixth and 2^16 for the
 * seventh count as these.
 *
 * Then follow, in any order, records that concern the channel …
 *
 *     04 frames delay interval acknowledgment: number of ack-eliciting frames that arrived by this channel since its previous acknowledgment. `delay`:
 *                             time that the last one waited for this record. `interval`: time from the arrival of the last frame of the previous
 *                             acknowledgment to that of this one's last frame; 0 in the first acknowledgment. Both in units of 0.5 ms.
 *     05 token                ping: to be answered
 *     06 token                pong
 *     07 epoch                failover: the sender of this record uses this channel from now on. The higher epoch wins; of equal epochs the client's wins.
 *     08 bytes                credit of the session: the bytes of messages that may be sent, counted from its beginning; each message takes 256 more than its size
 *     09 stream bytes         credit of a stream: the same for the messages of one stream
 *     0a code reason(text)    the sender of this record has ended the session; messages in flight are lost. Sent over each channel. A client
 *                             also sends it over a connection that it gives up before the server hello has arrived.
 *     0b 0                    the page of the sender is suspended: it may come back although its connections are closed with 1001
 *     0c message              restart: the chunks of a message were dropped after their arrival; it is to be sent from its beginning
 *     0d 0                    resumed: the last record of the sender's first frame after the hello; all restarts are in this frame
 *
 * … and records that concern the session. A frame with any of these is ack-eliciting. It is sent again by another channel if it is not acknowledged.
 *
 *     10 message stream length bytes                a whole message: binary
 *     11 message stream length bytes                … text, in UTF-8
 *     12 message stream total length bytes          the first chunk of a message of `total` bytes: binary
 *     13 message stream total length bytes          … text
 *     14 message offset length bytes                a further chunk
 *     15 message stream sent                        cancel: no more of this message follows; `sent` bytes of it had been sent
 *     16 stream label(text)                         a one-way stream is opened: only the endpoint that opens it sends messages
 *     17 stream label(text)                         a two-way stream is opened. Stream 0 is a two-way stream that is always open.
 *     18 stream how                                 the sender of this record has closed a stream: none of its messages is in flight. `how`: 0 all have
 *                                                   arrived, 1 some were dropped before they were sent, 2 the stream was cancelled
 *     19 stream                                     the sender of this record reads no more messages of a stream: none should be sent
 *     1a code reason(text)                          end of the session: no message is in flight
 *
 * Messages are numbered from 0 in the order in which they begin to be sent, streams from 2 by the client (even) and from 1 by the server (odd).
 * Chunks of one message arrive in order, also when they are sent again by another channel.
 *
 * If an endpoint exceeds a limit or violates the format, its peer ends the session with the code 4500, or
 * with 4509 if too many streams are open. Further limits: a label has up to 1,024 bytes, a reason up to 123,
 * an epoch is up to 2^40, the code of an `end` (1a) or a `terminate` (0a) is one by which a WebSocket may be
 * closed (RFC 6455 §7.4; 1005: none was given), and the numbers of the messages that have arrived form at
 * most 2^16 ranges without a gap. `close-code.ts` explains the other codes with which a WebSocket is closed.
 * `golden-vectors.json` has frames of each kind, byte by byte.
 */

/** The WebSocket subprotocol of this format. */
export const protocol = 'paceline.4';

/**
 * Offered before `protocol` if the program offers no subprotocol. A server that always selects the first
 * one of the list then does not select `protocol`.
 */
export const firstDecoy = 'plain';

/** Offered after `protocol`, for a server that always selects the last one of the list. */
export const lastDecoy = 'plain.last';

/** The version of the format. */
export const version = 4;

/** Bytes of a session's name, and of its first two parts: the server's name and the session's number. The third part is secret. */
export const sessionNameSize = 32;
export const serverNameSize = 8;
export const sessionNumberSize = 8;

/**
 * Bytes of credit that a message takes beside its size: otherwise the number of unread empty
 * messages would be unlimited.
 */
export const creditPerMessage = 256;

/** Maximum number of messages of several chunks that have begun and not ended. */
export const maxIncompleteMessages = 4096;

/** Maximum size of a frame, in bytes. */
export const maxFrameSize: number = 2 ** 18;

/** Bytes of the WebSocket header of a frame of up to 64 kB, with the mask of a client. */
export const webSocketHeaderSize = 8;

/** Maximum lengths of texts, in bytes of UTF-8: of a label, of credentials, and of a reason (RFC 6455 §5.5.1). */
export const maxLabel = 1024;
export const maxCredentials = 4096;
export const maxReason = 123;

/** The unit of times in acknowledgments, in ms. Times below 32 ms take one byte. */
export const ackTimeUnit = 0.5;

/** The first byte of each record. */
export const recordType = {
  clientHello: 0x01,
  serverHello: 0x02,
  ack: 0x04,
  ping: 0x05,
  pong: 0x06,
  failover: 0x07,
  credit: 0x08,
  streamCredit: 0x09,
  terminate: 0x0a,
  suspend: 0x0b,
  restart: 0x0c,
  resumed: 0x0d,
  whole: 0x10,
  start: 0x12,
  more: 0x14,
  cancel: 0x15,
  openStream: 0x16,
  closeStream: 0x18,
  stopStream: 0x19,
  end: 0x1a,
} as const;

/** Ways in which the sender of a stream closes it; the record `closeStream` has the index in this list. */
export const streamCloses = ['closed', 'incomplete', 'cancelled'] as const;
export type StreamClose = (typeof streamCloses)[number];

/** Added to `whole` and `start` of a text. */
export const textBit = 1;

/** Added to `openStream` of a two-way stream. */
export const twoWayBit = 1;
