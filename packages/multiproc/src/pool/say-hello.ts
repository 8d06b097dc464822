import type { Endpoint } from '../transport/endpoint.ts';
import { isMessage } from '../transport/message-format.ts';
import { hello } from '../transport/hello.ts';

/** Time in ms between two hellos. Browsers drop messages that arrive before a slowly loading module has a listener. */
const INTERVAL = 100;

/** Returns an endpoint that repeats the hello until the worker answers. */
export function sayHello(endpoint: Endpoint): Endpoint {
  let repeating: ReturnType<typeof setInterval> | undefined;
  const stop = (): void => clearInterval(repeating);
  return {
    ...endpoint,
    listen({ lost, message }) {
      endpoint.listen({
        message(answer) {
          if (isMessage(answer)) stop(); // messages of the application may come before
          message(answer);
        },
        lost(reason) {
          stop();
          lost(reason);
        },
      });
      repeating = setInterval(() => endpoint.post(hello(), []), INTERVAL);
      endpoint.post(hello(), []);
    },
    close() {
      stop();
      return endpoint.close();
    },
  };
}
