import type { IncomingMessage } from 'node:http';
import { checkKind } from '@doha/loop/options';
import type { ServerOptions, VerifyClientCallbackAsync, VerifyClientCallbackSync } from 'ws';
import { guard, isThenable, type Reporter, reportRejection } from '../callbacks/guard.ts';

type Hooks = Pick<ServerOptions, 'handleProtocols' | 'verifyClient'>;

/** Here `verifyClient` always answers by its callback. */
interface GuardedHooks extends Hooks {
  readonly verifyClient?: VerifyClientCallbackAsync;
}

/** Called with each request that `verifyClient` refuses. */
type Refused = (request: IncomingMessage) => void;

/**
 * Returns the hooks for a server of `ws`, with errors reported to `reporter`. A client whose
 * `verifyClient` throws or rejects is refused. If `handleProtocols` fails, or returns something
 * other than a string, no subprotocol is selected.
 */
export function guardedHooks(
  { handleProtocols, verifyClient }: Hooks,
  reporter: Reporter,
  refused: Refused,
): GuardedHooks {
  return {
    ...(verifyClient && { verifyClient: guardedVerify(verifyClient, reporter, refused) }),
    ...(handleProtocols && { handleProtocols: guardedChoice(handleProtocols, reporter) }),
  };
}

type Choose = NonNullable<Hooks['handleProtocols']>;

function guardedChoice(choose: Choose, reporter: Reporter): Choose {
  return (offered, request) => {
    try {
      const chosen = choose(offered, request);
      reportRejection(reporter, chosen);
      const isRight = typeof chosen === 'string' || !chosen;
      checkKind('handleProtocols', isRight, 'a function that returns a string or false', chosen);
      return chosen;
    } catch (error) {
      reporter.reportError(error);
      return false;
    }
  };
}

type Verify = NonNullable<Hooks['verifyClient']>;
type Client = Parameters<VerifyClientCallbackSync>[0];
type Answer = Parameters<VerifyClientCallbackAsync>[1];

function guardedVerify(verify: Verify, reporter: Reporter, refused: Refused): VerifyClientCallbackAsync {
  return (client, answer) => {
    let isAnswered = false;
    const answerOnce: Answer = (isAdmitted, ...rest) => {
      if (isAnswered) return;
      isAnswered = true;
      if (!isAdmitted) refused(client.req);
      answer(isAdmitted, ...rest);
    };
    // `ws` distinguishes the two kinds of `verifyClient` by the number of parameters.
    if (takesAnswer(verify)) {
      const failed = refusing(reporter, () => answerOnce(false, 500));
      return guard(failed, () => verify(client, answerOnce));
    }
    const result = guardedResult(verify, client, reporter);
    if (typeof result === 'boolean') return answerOnce(result);
    const failed = refusing(reporter, () => answerOnce(false));
    guard(failed, () => result.then((isAdmitted) => answerOnce(isAdmitted)));
  };
}

// `ws` takes a promise as a consent, whatever it resolves to. A hook that is async by mistake must not admit all clients.
function guardedResult(
  verify: VerifyClientCallbackSync,
  client: Client,
  reporter: Reporter,
): boolean | Promise<boolean> {
  try {
    const result: unknown = verify(client);
    return isThenable(result) ? Promise.resolve(result).then(Boolean) : Boolean(result);
  } catch (error) {
    reporter.reportError(error);
    return false;
  }
}

function refusing(reporter: Reporter, refuse: () => void): Reporter {
  return {
    reportError(error) {
      reporter.reportError(error);
      refuse();
    },
  };
}

function takesAnswer(verify: Verify): verify is VerifyClientCallbackAsync {
  return verify.length === 2;
}
