import { type Classified, Paceline, PacelineSocket, type SocketData } from '@doha/paceline';
import { fixed } from '@doha/paceline/control';
import { VirtualPair } from '@doha/paceline/virtual';

/** Forwards messages between a session and sockets. It is only compiled, never called. */
export async function passOn(address: string): Promise<VirtualPair> {
  const session = await Paceline.connect(address, { controller: fixed(2 ** 16), WebSocket });
  const classify = (data: SocketData): Classified => ({ priority: data instanceof Blob ? 0 : 1 });
  const socket = new PacelineSocket(address, { classify, WebSocket });
  const other: WebSocket = socket;
  session.onMessage((data) => {
    other.send(data);
    other.send(new Blob([data]));
  });

  socket.binaryType = 'arraybuffer';
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => session.send(data);
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => session.send(data));
  socket.addEventListener('message', ({ origin }) => session.send(origin), { once: true });
  socket.addEventListener('close', ({ code, reason, wasClean }) => {
    if (wasClean) void session.close({ code, reason });
  });
  const taken = ({ data }: MessageEvent): void => void data;
  socket.addEventListener('message', taken);
  socket.removeEventListener('message', taken);
  return new VirtualPair();
}

/** Only compiled: the published types must reject these calls. */
export function misuse(socket: PacelineSocket): void {
  // @ts-expect-error -- only the event 'close' has wasClean
  socket.addEventListener('message', ({ wasClean }) => void wasClean);
  // @ts-expect-error -- a message event has no code
  socket.onmessage = ({ code }) => void code;
}
