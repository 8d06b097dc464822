// ?server=host and port of `third-party-server.ts`, &install: with PacelineSocket instead of WebSocket. The test calls `work()`.

const query = new URLSearchParams(location.search);
if (query.has('install')) await import('./install.ts');
// Imported after `install.ts`, because some clients read the global `WebSocket` when they are
// loaded.
const { startClients } = await import('./third-party-clients.ts');
const probes = startClients(query.get('server')!);

/** Time limit of a client in ms. */
const limit = 10_000;

/** Time in ms until each client has received an answer from its server, by name. */
export type WorkTimes = Readonly<Record<string, number>>;

async function timeOf(probe: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  while (!(await answers(probe)) && performance.now() - start < limit);
  return Math.round(performance.now() - start);
}

/** Resolves to true if an answer arrives within 300 ms. */
async function answers(probe: () => Promise<unknown>): Promise<boolean> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), 300));
  return Promise.race([probe(), late]).then(
    () => true,
    () => new Promise((resolve) => setTimeout(() => resolve(false), 20)),
  );
}

async function work(): Promise<WorkTimes> {
  const times = Object.entries(probes).map(async ([name, probe]) => [name, await timeOf(probe)] as const);
  return Object.fromEntries(await Promise.all(times));
}

Object.assign(globalThis, { work });
