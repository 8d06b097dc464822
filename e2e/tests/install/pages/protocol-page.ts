import { protocol, unchecked } from '@doha/monitor/protocol';

/** Calls of a worker. The declaration of this constant names types of the package. */
export const calls = protocol({
  name: 'calls',
  roles: ['page', 'worker'],
  start: 'idle',
  states: {
    idle: { page: { ask: { next: 'asked', data: unchecked<number>() } } },
    asked: { worker: { answer: { next: 'idle', data: unchecked<string>() } } },
  },
});

/** Asks a worker. It is only compiled, never called. */
export async function ask(port: MessagePort): Promise<string> {
  const page = calls.endpoint('page', {
    send: (name, data) => port.postMessage({ name, data }),
    listen: (deliver) =>
      port.addEventListener('message', ({ data }: MessageEvent<string>) => deliver('answer', data)),
  });
  const answer = await page.send('ask', 1).receive();
  return answer.next.state + answer.data;
}

/** Only compiled: the published types must reject these calls. */
export function misuseEndpoint(page: ReturnType<typeof calls.endpoint<'page'>>): void {
  // @ts-expect-error -- the worker answers
  page.send('answer');
}
