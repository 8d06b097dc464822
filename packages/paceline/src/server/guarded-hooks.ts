import type { ServerOptions, VerifyClientCallbackAsync, VerifyClientCallbackSync } from 'ws';
import { guard, type Reporter } from '../session/guard.ts';

type Hooks = Pick<ServerOptions, 'handleProtocols' | 'verifyClient'>;

/** The hooks of a server of `ws` whose errors are reported: a client whose `verifyClient` fails is refused, a failed choice of a protocol is none. */
export function guardedHooks({ handleProtocols, verifyClient }: Hooks, reporter: Reporter): Hooks {
  return {
    ...(verifyClient && { verifyClient: guardedVerify(verifyClient, reporter) }),
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
function guardedVerify(verify: Verify, reporter: Reporter): Verify {
  if (isAsync(verify)) {
    const guarded: VerifyClientCallbackAsync = (client, answer) => {
      const failed: Reporter = {
        reportError(error) {
          reporter.reportError(error);
          answer(false, 500);
        },
      };
      guard(failed, () => verify(client, answer));
    };
    return guarded;
  }
  return (client: Client) => {
    let isLetIn = false;
    guard(reporter, () => {
      isLetIn = (verify as VerifyClientCallbackSync)(client);
    });
    return isLetIn;
  };
}

function isAsync(verify: Verify): verify is VerifyClientCallbackAsync {
  return verify.length === 2;
}
