import { PacelineSocket } from '@doha/paceline';
import { WebSocket } from 'ws';

// Runs all cases of an Autobahn server with `ws` and with PacelineSocket over `ws`. The environment contains the address of the server.
type Open = (address: string) => globalThis.WebSocket;
const Underlying = WebSocket as unknown as NonNullable<
  NonNullable<ConstructorParameters<typeof PacelineSocket>[2]>['WebSocket']
>;
const agents: Readonly<Record<string, Open>> = {
  ws: (address) => new WebSocket(address) as unknown as globalThis.WebSocket,
  PacelineSocket: (address) => new PacelineSocket(address, [], { WebSocket: Underlying }),
};

const base = process.env['AUTOBAHN']!;

/**
 * Connects to an address, and resolves when the server has closed the socket. With `echoes` it sends each message back.
 * Otherwise it resolves to the last text.
 */
async function run(open: Open, path: string, echoes: boolean): Promise<string> {
  let last = '';
  const socket = open(`${base}${path}`);
  socket.binaryType = 'arraybuffer';
  await new Promise((resolve) => {
    socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (echoes) socket.send(data);
      else if (typeof data === 'string') last = data;
    });
    socket.addEventListener('error', () => {}); // 'close' comes after it
    socket.addEventListener('close', resolve);
  });
  return last;
}

for (const [agent, open] of Object.entries(agents)) {
  const count = Number(await run(open, '/getCaseCount', false));
  for (let i = 1; i <= count; i++) await run(open, `/runCase?case=${i}&agent=${agent}`, true);
  await run(open, `/updateReports?agent=${agent}`, false);
}
process.stdout.write('done');
