/** The class under test: `WebSocket` of the platform, or a class that replaces it. */
export type SocketClass = new (url: string | URL, protocols?: string | string[]) => WebSocket;

/**
 * Uses a socket as programs do, including some mistakes. Returns a log of the results. `url`: an echo server; `nowhere`: an address without
 * a server.
 */
export async function trySocket(Socket: SocketClass, url: string, nowhere: string): Promise<string[]> {
  return [
    ...tryConstructor(Socket, url),
    ...(await tryTalking(Socket, url)),
    ...(await tryClosing(Socket, url)),
    ...(await tryBeingClosed(Socket, url)),
    ...(await tryNobody(Socket, nowhere)),
    ...(await tryHandlers(Socket, url)),
  ];
}

function tryConstructor(Socket: SocketClass, url: string): string[] {
  const wrong: readonly [string, unknown?][] = [
    ['http://['],
    ['ftp://host'],
    [`${url}/#fragment`],
    [url, 'two words'],
    [url, ['twice', 'twice']],
    [url, { toString: () => 'two words' }], // PacelineSocket would take an object without its own toString as its options
  ];
  return wrong.map(
    ([address, protocols]) => `new: ${thrownBy(() => new Socket(address, protocols as string))}`,
  );
}

async function tryTalking(Socket: SocketClass, url: string): Promise<string[]> {
  const socket = new Socket(url, ['chat', 'other']);
  const log = [
    `${socket.readyState} ${socket.protocol} ${socket.extensions} ${socket.binaryType} ${socket.bufferedAmount}`,
  ];
  log.push(socket.url, `early: ${thrownBy(() => socket.send('early'))}`);
  await next(socket, 'open');
  log.push(`${socket.readyState} ${socket.protocol} ${socket.extensions}`);
  const bytes = Uint8Array.of(1, 2, 3, 4);
  const all = [
    'text',
    '',
    'grüß 🙂',
    bytes,
    bytes.subarray(1, 3),
    bytes.buffer,
    new Blob(['blob']),
    'after the blob',
  ];
  for (const binaryType of ['blob', 'arraybuffer', 'nonsense'] as const) {
    socket.binaryType = binaryType as BinaryType;
    log.push(socket.binaryType);
    for (const event of await many(socket, all.length, () => all.forEach((data) => socket.send(data)))) {
      log.push(`${event.type} ${event.origin === new URL(url).origin} ${await show(event.data)}`);
    }
  }
  socket.close();
  const { code, reason, wasClean } = await next<CloseEvent>(socket, 'close');
  return [...log, `${code} ${reason} ${wasClean} ${socket.readyState}`];
}

async function tryClosing(Socket: SocketClass, url: string): Promise<string[]> {
  const socket = new Socket(url);
  await next(socket, 'open');
  const log = [`no protocol: ${JSON.stringify(socket.protocol)}`];
  for (const [code, reason] of [[2999], [1005], [5000], [1001], [3000, 'x'.repeat(124)]] as const)
    log.push(`close: ${thrownBy(() => socket.close(code, reason))}`);
  socket.send('last');
  const heard = next<MessageEvent>(socket, 'message').then(({ data }) => `heard ${String(data)}`);
  await heard;
  socket.close(3001, 'bye');
  log.push(`${socket.readyState}`);
  socket.close(3002, 'twice');
  const { code, reason, wasClean } = await next<CloseEvent>(socket, 'close');
  log.push(`${code} ${reason} ${wasClean} ${socket.readyState}`);
  socket.send('12345');
  // In WebKit the bytes of frame headers count as well.
  return [...log, `${thrownBy(() => socket.close(3003))} ${socket.bufferedAmount >= 5}`];
}

async function tryBeingClosed(Socket: SocketClass, url: string): Promise<string[]> {
  const socket = new Socket(url);
  await next(socket, 'open');
  socket.send('close me');
  const { code, reason, wasClean } = await next<CloseEvent>(socket, 'close');
  const left = new Socket(url);
  left.close();
  const log: string[] = [];
  left.addEventListener('error', () => log.push('error'));
  const early = await next<CloseEvent>(left, 'close');
  return [`${code} ${reason} ${wasClean}`, ...log, `${early.code} ${early.wasClean} ${left.readyState}`];
}

async function tryNobody(Socket: SocketClass, nowhere: string): Promise<string[]> {
  const socket = new Socket(nowhere);
  const log: string[] = [];
  for (const type of ['open', 'error', 'close'] as const) socket.addEventListener(type, () => log.push(type));
  const { code, reason, wasClean } = await next<CloseEvent>(socket, 'close');
  return [...log, `${code} ${reason} ${wasClean} ${socket.readyState}`];
}

async function tryHandlers(Socket: SocketClass, url: string): Promise<string[]> {
  const socket = new Socket(new URL(url));
  const log: string[] = [`${String(socket.onopen)} ${Object.prototype.toString.call(socket.onmessage)}`];
  await new Promise<void>((resolve) => {
    socket.onopen = function onOpen(event) {
      log.push(`${this === socket} ${event.target === socket} ${event instanceof Event}`);
      socket.send('hello');
    };
    socket.addEventListener('message', () => log.push('second'));
    socket.onmessage = () => log.push('never');
    socket.onmessage = (event: MessageEvent) => {
      log.push(`third ${String(event.data)}`);
      socket.onmessage = null;
      socket.close();
    };
    socket.onclose = () => resolve();
  });
  const { CLOSED, CLOSING, CONNECTING, OPEN } = socket;
  const statics = Socket as unknown as typeof WebSocket;
  return [
    ...log,
    `${String(socket.onmessage)} ${socket instanceof EventTarget} ${CONNECTING} ${OPEN} ${CLOSING} ${CLOSED}`,
    `${statics.CONNECTING} ${statics.OPEN} ${statics.CLOSING} ${statics.CLOSED}`,
  ];
}

function thrownBy(call: () => unknown): string {
  try {
    call();
    return 'nothing';
  } catch (error) {
    return (error as Error).name;
  }
}

function next<E extends Event>(socket: WebSocket, type: string): Promise<E> {
  return new Promise((resolve) =>
    socket.addEventListener(type, (event) => resolve(event as E), { once: true }),
  );
}

/** Calls `cause` and returns the next `count` messages. */
function many(socket: WebSocket, count: number, cause: () => void): Promise<MessageEvent[]> {
  const events: MessageEvent[] = [];
  return new Promise((resolve) => {
    const listener = (event: MessageEvent): void => {
      if (events.push(event) < count) return;
      socket.removeEventListener('message', listener);
      resolve(events);
    };
    socket.addEventListener('message', listener);
    cause();
  });
}

async function show(data: unknown): Promise<string> {
  if (typeof data === 'string') return `text ${data}`;
  const buffer = data instanceof Blob ? await data.arrayBuffer() : (data as ArrayBuffer);
  return `${Object.prototype.toString.call(data)} ${[...new Uint8Array(buffer)].join(' ')}`;
}
