import { Paceline, PacelineSocket } from '@doha/paceline';
import { WebSocket as OfWs } from 'ws';

// Runs checks of Paceline's client in any runtime, and prints the results. If the runtime has no
// WebSocket, the client uses the class of ws.
type Made = NonNullable<NonNullable<Parameters<typeof Paceline.connect>[1]>['WebSocket']>;
const options = typeof WebSocket === 'undefined' ? { WebSocket: OfWs as unknown as Made } : {};
const [pacedPort, inPlacePort] = JSON.parse(process.env['PORTS']!) as [number, number];
const paced = `ws://127.0.0.1:${pacedPort}`;
const inPlace = `ws://127.0.0.1:${inPlacePort}`;

async function next(session: AsyncIterable<string | Uint8Array>): Promise<string | number> {
  for await (const data of session) return typeof data === 'string' ? data : data.length;
  return 'nothing';
}

/**
 * Sends a text and bytes. Returns their echoes, and code and reason of the close event. `before`: messages without an answer that are sent
 * first.
 */
async function echoOf(socket: WebSocket, ...before: string[]): Promise<unknown[]> {
  socket.binaryType = 'arraybuffer';
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`no connection to ${socket.url}`)));
  });
  const heard: unknown[] = [];
  const done = new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      heard.push(typeof data === 'string' ? data : data.byteLength);
      if (heard.length === 2) socket.close(3001, 'bye');
    });
    socket.addEventListener('close', ({ code, reason }) => {
      heard.push(code, reason);
      resolve();
    });
  });
  for (const text of [...before, 'text']) socket.send(text);
  socket.send(new Uint8Array(100_000));
  await done;
  return heard;
}

const checks: Readonly<Record<string, () => Promise<unknown>>> = {
  'a text': async () => {
    session.send('hello');
    return next(session);
  },
  'a megabyte': async () => {
    session.send(new Uint8Array(1_000_000));
    return next(session);
  },
  'a stream': async () => {
    const stream = session.stream({ label: 'side', twoWay: true });
    stream.send('way');
    return next(stream);
  },
  'a cut': async () => {
    session.send('cut');
    session.send('after the cut');
    return next(session);
  },
  'an error at the server': async () => {
    session.send('throw');
    session.send('after the error');
    return next(session);
  },
  'an error at a plain socket of the server': async () => {
    const Plain = typeof WebSocket === 'undefined' ? (OfWs as unknown as typeof WebSocket) : WebSocket;
    return echoOf(new Plain(paced), 'throw');
  },
  'a refusal': async () =>
    Paceline.connect(paced, { ...options, credentials: 'wrong' }).catch(({ code }: { code: number }) => code),
  'a signal': async () => {
    const signal = AbortSignal.abort(new Error('aborted'));
    return Paceline.connect(paced, { ...options, signal }).catch(({ message }: Error) => message);
  },
  'a socket, paced': async () => echoOf(new PacelineSocket(inPlace, [], options as never)),
  'a socket with a protocol': async () =>
    echoOf(new PacelineSocket(inPlace, ['chat'], options as never), 'throw'),
  closing: async () => session.close({ code: 3000, reason: 'done' }),
};

const session = await Paceline.connect(paced, { ...options, credentials: () => Promise.resolve('ann') });
const results: Record<string, unknown> = {};
for (const [name, check] of Object.entries(checks)) {
  const limit = new Promise((resolve) => setTimeout(() => resolve('nothing within 10 s'), 10_000));
  results[name] = await Promise.race([check(), limit]).catch(String);
}
process.stdout.write(JSON.stringify(results), () => process.exit());
