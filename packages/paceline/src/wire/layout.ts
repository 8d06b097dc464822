/*
 * The wire format of Paceline, version 3
 * ======================================
 *
 * A session has several channels; each is a WebSocket with the subprotocol `paceline.3`, without compression. Every WebSocket message is
 * binary and one *frame* of up to 2^18 bytes: one or more *records*, one behind the other. All integers are varints as in RFC 9000 §16: the first two bits say
 * whether it takes 1, 2, 4 or 8 bytes, the rest is the value, high byte first; none is beyond 2^53 - 1. A `text` is its length and UTF-8.
 *
 * The first frame either way is a greeting, alone:
 *
 *     01 version=3 purpose(1 byte: 0 open, 1 bind) session(32 bytes) settings credentials(text)          client to server
 *     02 version=3 session(32 bytes) settings protocol(text)                                             server to client
 *
 * A client sends nothing else before the greeting of the server has arrived, but `terminate` (0a) if it gives the connection up.
 *
 * `open` asks for a new session, and its name is zero; the answer has the session's. `bind` adds a channel to a session. The first eight bytes
 * of a name say which server has the session, the next eight which of its sessions it is, the other sixteen are secret. `credentials`, up to 4,096
 * bytes, are what the application likes; `protocol` is the subprotocol of the application, of those that were offered beside `paceline.3`, or empty.
 * `settings`: how many, then a key and a value each; unknown keys are passed over.
 *
 *     1  the longest message, in bytes, that may be sent to who says this
 *     2  how many bytes of messages that have begun and not ended; of these messages there are never more than 4,096
 *     3  how many bytes of messages that the application has not taken
 *     4  standbys that the client means to have, or that the server takes
 *     5  how many streams that the other end has opened and that both have not closed
 *     6  bits per second that acknowledgements of what who says this sends may take; the other end may let them take less
 *     7  the same as 3, of one stream
 *
 * There are up to 64. Nobody says less than 2^16, 2^18 and 2^18 of the first three, 16 of the fifth, 20,000 of the sixth and 2^16 of the seventh; less
 * counts as that.
 *
 * Then, in any order, what concerns the channel …
 *
 *     04 frames delay         of the frames that came by this channel and count so many have come; the last of them waited `delay` µs for this
 *     05 token                ping: to be answered
 *     06 token                pong
 *     07 epoch                failover: what I send comes by this channel from now on. The higher epoch holds, of equal ones the client's.
 *     08 bytes                credit of the session: the bytes of messages that may be sent, counted from its beginning; each message has 256 more than its own
 *     09 stream bytes         credit of a stream: the same for the messages of one stream
 *     0a code reason(text)    the sender of this record has ended the session; messages on their way are lost. Sent by each channel, and by a client
 *                             also by a connection that it gives up before the server's greeting has arrived.
 *     0b 0                    the page of the sender is suspended: it may come back although its connections are closed with 1001
 *     0c message              restart: the chunks of a message that arrived were dropped, and it is to be sent from its beginning
 *     0d 0                    resumed: the first frame of the sender by this channel has been sent, and all restarts were in it
 *
 * … and what concerns the session. A frame with any of these counts, and is sent again by another channel if no acknowledgement of it comes.
 *
 *     10 message stream length bytes                a whole message: binary
 *     11 message stream length bytes                … text, in UTF-8
 *     12 message stream total length bytes          the first chunk of a message of `total` bytes: binary
 *     13 message stream total length bytes          … text
 *     14 message offset length bytes                a further chunk
 *     15 message stream sent                        cancel: no more of this message comes; of it `sent` bytes had been sent
 *     16 stream label(text)                         a one-way stream is opened: only the end that opens it sends messages
 *     17 stream label(text)                         a two-way stream is opened; 0 is one that is always open
 *     18 stream how                                 the sender of this record has closed a stream: none of its messages is on its way. `how`: 0 all have
 *                                                   arrived, 1 some were dropped before they were sent, 2 the stream was cancelled
 *     19 stream                                     the sender of this record reads no more messages of a stream: none should be sent
 *     1a code reason(text)                          the session ends: nothing is on its way
 *
 * Messages are numbered from 0 in the order in which they begin to be sent, streams from 2 by the client (even) and from 1 by the server (odd).
 * Chunks of one message come in order, also when they come again by another channel.
 *
 * Who goes beyond what may be sent, or sends what is not as this says, is closed with the code 4500. Besides what has been named, a label has up to 1,024
 * bytes, a reason up to 123, an epoch is up to 2^40, the code of an `end` or a `terminate` (0a) is one by which a WebSocket may be closed (RFC 6455 §7.4;
 * 1005: none was given), and the numbers of the messages that have arrived form at most 2^16 ranges without a gap. What else
 * the codes with which a WebSocket is closed mean is in `close-code.ts`; frames of each kind, byte by byte, are in `golden-vectors.json`.
 */

/** The subprotocol by which both ends of a WebSocket know that they speak this. */
export const protocol = 'paceline.3';

/** Is offered before it where the program offers nothing: a server that knows no subprotocols may take the first … */
export const decoy = 'plain';

/** … or the last: is offered after it. */
export const lastDecoy = 'plain.last';

/** The version of the format. */
export const version = 3;

/** Bytes of a session's name: which server has it, which of its sessions it is, and a secret. */
export const sessionNameSize = 32;
export const serverNameSize = 8;
export const sessionNumberSize = 8;

/** Bytes of credit that a message takes beside its own: else small ones that nobody takes would have no bound. */
export const creditPerMessage = 256;

/** Messages of several chunks that have begun and not ended, at the most. */
export const maxIncompleteMessages = 4096;

/** Bytes of a frame, at the most. */
export const maxFrameSize: number = 2 ** 18;

/** Bytes that WebSocket puts before a frame of up to 64 kB, with the mask of a client. */
export const webSocketHeaderSize = 8;

/** Greatest lengths of texts, in bytes of UTF-8: of a label, of credentials, and of the reason for an end (RFC 6455 §5.5.1). */
export const maxLabel = 1024;
export const maxCredentials = 4096;
export const maxReason = 123;

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

/** How the sender of a stream has closed it; the record `closeStream` has the place in this list. */
export const streamCloses = ['closed', 'incomplete', 'cancelled'] as const;
export type StreamClose = (typeof streamCloses)[number];

/** Is added to `whole` and `start` of a text. */
export const textBit = 1;

/** Is added to `openStream` of a two-way stream. */
export const twoWayBit = 1;
