import type { SocketClass } from './suite.ts';

/** Returns the next event of a type. */
export function next<Type extends keyof WebSocketEventMap>(
  socket: WebSocket,
  type: Type,
): Promise<WebSocketEventMap[Type]> {
  return new Promise((resolve) => socket.addEventListener(type, resolve, { once: true }));
}

/** Returns a socket after it has opened. */
export async function opened(Socket: SocketClass, url: string, protocols?: string[]): Promise<WebSocket> {
  const socket = protocols === undefined ? new Socket(url) : new Socket(url, protocols);
  socket.binaryType = 'arraybuffer';
  await next(socket, 'open');
  return socket;
}

/** Sends data and returns the data of the next message. */
export async function echoOf(socket: WebSocket, data: unknown): Promise<unknown> {
  const event = next(socket, 'message');
  socket.send(data as string);
  return (await event).data as unknown;
}

/** Returns the data of the next `count` messages. */
export function messages(socket: WebSocket, count: number): Promise<unknown[]> {
  const all: unknown[] = [];
  return new Promise((resolve) => {
    const listener = ({ data }: MessageEvent): void => {
      if (all.push(data) < count) return;
      socket.removeEventListener('message', listener);
      resolve(all);
    };
    socket.addEventListener('message', listener);
  });
}

/** Returns the types of the fired events until 'close', each with the readyState at that time. */
export async function eventsOf(socket: WebSocket): Promise<string[]> {
  const log: string[] = [];
  for (const type of ['open', 'error', 'close'])
    socket.addEventListener(type, () => log.push(`${type} ${socket.readyState}`));
  await next(socket, 'close');
  return log;
}

/** Returns the fields of the next close event. */
export async function closingOf(socket: WebSocket): Promise<[number, string, boolean]> {
  const { code, reason, wasClean } = await next(socket, 'close');
  return [code, reason, wasClean];
}

/** Returns the name of the error that a call throws, or 'nothing'. */
export function thrownBy(callback: () => unknown): string {
  try {
    callback();
    return 'nothing';
  } catch (error) {
    return (error as Error).name;
  }
}

/** Calls a method with arguments of any type. */
export function call(socket: WebSocket, method: 'close' | 'send', given: readonly unknown[]): unknown {
  return Reflect.apply(Reflect.get(socket, method) as () => unknown, socket, given);
}

export function pause(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
