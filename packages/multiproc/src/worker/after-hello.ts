import type { Endpoint, EndpointListener } from '../transport/endpoint.ts';
import { isMessage } from '../transport/message-format.ts';
import { isHello } from '../transport/hello.ts';

/**
 * Calls `begin` when a pool says hello at the other end of a channel. The endpoint that it is given gets what comes afterwards.
 * Messages before are none of a pool and are ignored, as are those that are no messages.
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
