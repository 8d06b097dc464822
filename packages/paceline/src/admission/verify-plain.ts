import type { IncomingMessage } from 'node:http';
import type { VerifyClientCallbackAsync } from 'ws';

type Answer = Parameters<VerifyClientCallbackAsync>[1];

/** A `verifyClient` of `ws` that calls the application's `verifyClient`, if there is one, and then `authenticate`. */
export function plainVerifier(
  verify: VerifyClientCallbackAsync | undefined,
  authenticate: (request: IncomingMessage, answer: Answer) => void,
): VerifyClientCallbackAsync {
  return (client, answer) => {
    const verified: Answer = (isAdmitted, ...rest) => {
      if (isAdmitted) authenticate(client.req, answer);
      else answer(false, ...rest);
    };
    if (verify === undefined) verified(true);
    else verify(client, verified);
  };
}
