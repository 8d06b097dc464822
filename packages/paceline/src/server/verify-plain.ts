import type { IncomingMessage } from 'node:http';
import type { ServerOptions, VerifyClientCallbackAsync, VerifyClientCallbackSync } from 'ws';

type Verify = NonNullable<ServerOptions['verifyClient']>;
type Answer = Parameters<VerifyClientCallbackAsync>[1];

/** A `verifyClient` of `ws` that calls the one of the application, if there is one, and then `authenticate`. */
export function verifyPlain(
  verify: Verify | undefined,
  authenticate: (request: IncomingMessage, answer: Answer) => void,
): VerifyClientCallbackAsync {
  return (client, answer) => {
    const verified: Answer = (isLetIn, ...rest) => {
      if (isLetIn) authenticate(client.req, answer);
      else answer(false, ...rest);
    };
    if (verify === undefined) verified(true);
    else if (isAsync(verify)) verify(client, verified);
    else verified((verify as VerifyClientCallbackSync)(client), 401);
  };
}

/** `ws` tells the two kinds apart by the number of parameters. */
function isAsync(verify: Verify): verify is VerifyClientCallbackAsync {
  return verify.length === 2;
}
