import type { Endpoint, EndpointListener } from '../transport/endpoint.ts';
import { isMessage } from '../transport/message-format.ts';
import { isHello } from '../transport/hello.ts';

/**
 * Calls `begin` when a pool at the other end of the channel says hello. The endpoint that is passed to
 * `begin` delivers the following messages of the pool. All other messages are ignored.
 */
export function afterHello(endpoint: Endpoint, begin: (endpoint: Endpoint) => void): void {
  let listener: EndpointListener | undefined;
  const listen = (given: EndpointListener): void => {
    listener = given;
  };
  endpoint.listen({
    message(message) {
      if (listener === undefined) {
        if (isHello(message)) begin({ ...endpoint, listen });
      } else if (isMessage(message)) listener.message(message);
    },
    lost: (reason) => listener?.lost(reason),
  });
}
