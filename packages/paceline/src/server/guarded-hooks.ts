import type { IncomingMessage } from 'node:http';
import type { ServerOptions, VerifyClientCallbackAsync, VerifyClientCallbackSync } from 'ws';
import { guard, type Reporter } from '../session/guard.ts';

type Hooks = Pick<ServerOptions, 'handleProtocols' | 'verifyClient'>;

/** Told of each request that `verifyClient` refuses. */
type Refused = (request: IncomingMessage) => void;

/** The hooks of a server of `ws` whose errors are reported: a client whose `verifyClient` fails is refused, a failed choice of a protocol is none. */
export function guardedHooks(
  { handleProtocols, verifyClient }: Hooks,
  reporter: Reporter,
  refused: Refused,
): Hooks {
  return {
    ...(verifyClient && { verifyClient: guardedVerify(verifyClient, reporter, refused) }),
    ...(handleProtocols && {
      handleProtocols: (offered, request) => {
        try {
          return handleProtocols(offered, request);
        } catch (error) {
          reporter.reportError(error);
          return false;
        }
      },
    }),
  };
}

type Verify = NonNullable<Hooks['verifyClient']>;
type Client = Parameters<VerifyClientCallbackSync>[0];

// `ws` tells the two kinds apart by the number of parameters.
function guardedVerify(verify: Verify, reporter: Reporter, refused: Refused): Verify {
  if (isAsync(verify)) {
    const guarded: VerifyClientCallbackAsync = (client, answer) => {
      const told: typeof answer = (isLetIn, ...rest) => {
        if (!isLetIn) refused(client.req);
        answer(isLetIn, ...rest);
      };
      const failed: Reporter = {
        reportError(error) {
          reporter.reportError(error);
          told(false, 500);
        },
      };
      guard(failed, () => verify(client, told));
    };
    return guarded;
  }
  return (client: Client) => {
    let isLetIn = false;
    guard(reporter, () => {
      isLetIn = (verify as VerifyClientCallbackSync)(client);
    });
    if (!isLetIn) refused(client.req);
    return isLetIn;
  };
}

function isAsync(verify: Verify): verify is VerifyClientCallbackAsync {
  return verify.length === 2;
}
