import type { Session } from '@doha/paceline';
import { PacelineServer } from '@doha/paceline/node';
import { answer } from './answer.ts';
import { memoryNow } from './memory-now.ts';

/*
 * The server of the soak: it sends back what arrives, by the stream by which it arrives, and positions in between.
 */

const errors: string[] = [];
let sessions = 0;
const server = new PacelineServer({
  port: 0,
  heartbeat: 1000,
  resumeTimeout: 2000,
  onSession: serve,
  onRefused: () => {}, // of sessions whose client was killed
  onError: (error) => errors.push(String(error)),
});

const requests = {
  listening: (): Promise<number> => server.listening,

  /** Sessions now and ever, and what callbacks have thrown. */
  report: (): { readonly open: number; readonly sessions: number; readonly errors: readonly string[] } => ({
    open: server.sessions.length,
    sessions,
    errors,
  }),

  memory: memoryNow,
};

export type ServerRequests = typeof requests;
answer(requests);

function serve(session: Session): void {
  sessions++;
  session.onMessage((data) => session.send(data));
  session.onStream((stream) => {
    stream.onMessage((data) => stream.send(data));
    void stream.ended.then(() => stream.close());
  });
  const timer = setInterval(() => session.latest('position', Float64Array.of(performance.now())), 50);
  void session.closed.then(() => clearInterval(timer));
}
