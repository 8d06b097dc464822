import type { SocketClass } from './suite.ts';

/** The next event of a type. */
export function next<Type extends keyof WebSocketEventMap>(
  socket: WebSocket,
  type: Type,
): Promise<WebSocketEventMap[Type]> {
  return new Promise((resolve) => socket.addEventListener(type, resolve, { once: true }));
}

/** A socket that is open. */
export async function opened(Socket: SocketClass, url: string, protocols?: string[]): Promise<WebSocket> {
  const socket = protocols === undefined ? new Socket(url) : new Socket(url, protocols);
  socket.binaryType = 'arraybuffer';
  await next(socket, 'open');
  return socket;
}

/** What the server sends back of a message. */
export async function echoOf(socket: WebSocket, data: unknown): Promise<unknown> {
  const event = next(socket, 'message');
  socket.send(data as string);
  return (await event).data as unknown;
}

/** The data of the next messages. */
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

/** The types of the events that are fired up to 'close', each with the readyState of the time. */
export async function eventsOf(socket: WebSocket): Promise<string[]> {
  const log: string[] = [];
  for (const type of ['open', 'error', 'close'])
    socket.addEventListener(type, () => log.push(`${type} ${socket.readyState}`));
  await next(socket, 'close');
  return log;
}

/** The fields of the next close event. */
export async function closingOf(socket: WebSocket): Promise<[number, string, boolean]> {
  const { code, reason, wasClean } = await next(socket, 'close');
  return [code, reason, wasClean];
}

/** The name of what a call throws. */
export function thrownBy(callback: () => unknown): string {
  try {
    callback();
    return 'nothing';
  } catch (error) {
    return (error as Error).name;
  }
}

/** Calls a method with any arguments. */
export function call(socket: WebSocket, method: 'close' | 'send', given: readonly unknown[]): unknown {
  return Reflect.apply(Reflect.get(socket, method) as () => unknown, socket, given);
}

export function pause(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
