import { leaveReport } from '../../../../tools/pages/leave-report.ts';

// ?plain=address of an echo server: sends 1 MB to it from a page whose timers do not fire.

/** Number of bytes that returned, by the kind of socket. */
export type HiddenPlainReport = Readonly<Record<'platform' | 'unclassified' | 'classified', number>>;

// Automated browsers have no hidden pages, so this page simulates one. The timers of a page that is
// hidden for 5 minutes fire once per minute. Here they never fire.
for (const [name, value] of Object.entries({ hidden: true, visibilityState: 'hidden' }))
  Object.defineProperty(document, name, { value });
globalThis.setTimeout = (() => 0) as unknown as typeof setTimeout;

const { PacelineSocket } = await import('@doha/paceline');
const address = new URLSearchParams(location.search).get('plain')!;

/** Sends 1 MB and resolves with the number of bytes when all of it has returned. */
function echoed(socket: WebSocket): Promise<number> {
  let bytes = 0;
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => {
    for (let i = 0; i < 100; i++) socket.send(new Uint8Array(10_000));
  });
  return new Promise((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      bytes += (data as ArrayBuffer).byteLength;
      if (bytes === 1_000_000) resolve(bytes);
    });
  });
}

leaveReport<HiddenPlainReport>({
  platform: await echoed(new WebSocket(address)),
  unclassified: await echoed(new PacelineSocket(address)),
  classified: await echoed(new PacelineSocket(address, { classify: () => ({ priority: 1 }) })),
});
