import type { Endpoint } from '../transport/endpoint.ts';
import { isMessage } from '../transport/message-format.ts';
import { hello } from '../transport/hello.ts';

/** Milliseconds between hellos: a browser drops messages that come before a module which loads late has a listener. */
const interval = 100;

/** The endpoint of a worker that is told that this is a pool, until it answers. */
export function sayHello(endpoint: Endpoint): Endpoint {
  let repeating: ReturnType<typeof setInterval> | undefined;
  const stop = (): void => clearInterval(repeating);
  return {
    ...endpoint,
    listen({ lost, message }) {
      endpoint.listen({
        message(answer) {
          if (isMessage(answer)) stop(); // others may come before the module has a listener
          message(answer);
        },
        lost(reason) {
          stop();
          lost(reason);
        },
      });
      repeating = setInterval(() => endpoint.post(hello(), []), interval);
      endpoint.post(hello(), []);
    },
    close() {
      stop();
      return endpoint.close();
    },
  };
}
