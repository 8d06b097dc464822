// ?server=host and port of `third-party-server.ts`, &install: with PacelineSocket in the place of WebSocket. `work()` is called by the test.

const query = new URLSearchParams(location.search);
if (query.has('install')) await import('./install.ts');
const { startClients } = await import('./third-party-clients.ts'); // they may take the WebSocket that there is when they are loaded
const probes = startClients(query.get('server')!);

/** Ms after which a client has failed. */
const limit = 10_000;

/** Ms that each client takes until it has sent something to its server and got the answer. */
export type WorkTimes = Readonly<Record<string, number>>;

async function timeOf(probe: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  while (!(await answers(probe)) && performance.now() - start < limit);
  return Math.round(performance.now() - start);
}

/** Whether it is answered soon. */
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
