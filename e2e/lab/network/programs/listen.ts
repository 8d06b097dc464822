import type { Connection, MessageListener } from './connection.ts';

/** Calls `listener` with each message of a connection, on any of its streams. */
export function listen(connection: Connection, listener: MessageListener): void {
  switch (connection.kind) {
    case 'session': {
      const take = (data: unknown): void => listener(data as Uint8Array);
      connection.session.onMessage(take);
      connection.session.onStream((stream) => void stream.onMessage(take));
      return;
    }
    case 'socket':
      return connection.socket.addEventListener('message', ({ data }) =>
        listener(new Uint8Array(data as ArrayBuffer)),
      );
    case 'webSocketStream':
      return void each(connection.streams.readable, (data) => listener(new Uint8Array(data)));
    case 'forwarded':
      return connection.onMessage(listener);
    case 'webTransport':
    case 'qmux':
      return listenToStreams(connection.session, listener);
  }
}

function listenToStreams(session: WebTransport, listener: MessageListener): void {
  const streams = session.incomingUnidirectionalStreams as ReadableStream<ReadableStream<Uint8Array>>;
  void each(streams, (stream) => void readWhole(stream, listener));
}

async function readWhole(
  stream: ReadableStream<Uint8Array>,
  listener: (bytes: Uint8Array) => void,
): Promise<void> {
  const parts: Uint8Array[] = [];
  if (await each(stream, (part) => parts.push(part))) listener(joined(parts));
}

/** Reads a stream until it ends or fails. Resolves to whether it ended. */
async function each<T>(stream: ReadableStream<T>, take: (value: T) => void): Promise<boolean> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value);
    return true;
  } catch {
    return false; // the stream was aborted, or its connection has ended
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
