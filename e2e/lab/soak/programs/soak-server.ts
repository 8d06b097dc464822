import type { Session } from '@doha/paceline';
import { PacelineServer } from '@doha/paceline/node';
import { answer } from './answer.ts';
import { memoryNow } from './memory-now.ts';

/*
 * The server of the soak. It returns each message on the session or stream on which it arrives, and sends a position every 50 ms.
 */

const errors: string[] = [];
let sessions = 0;
const server = new PacelineServer({
  port: 0,
  heartbeat: 1000,
  resumeTimeout: 2000,
  onSession: serve,
  onRefused: () => {}, // refused sessions of killed clients are expected
  onError: (error) => errors.push(String(error)),
});

const requests = {
  listening: (): Promise<number> => server.listening,

  /** The numbers of open sessions and of all sessions so far, and the errors. */
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
