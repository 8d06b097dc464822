import type { Reporter } from '../callbacks/guard.ts';
import type { ClientInfo } from './client-info.ts';
import { type Identity, identityOf } from './identity.ts';

/** The values that `authenticate` may return. */
type Answer = Identity | boolean | null | undefined;

/** The application's function that identifies a client. */
export type Authenticate = (client: ClientInfo) => Answer | Promise<Answer>;

/**
 * An admitted client: its identity (`true` if it has none), and `user`, the value that
 * `authenticate` has returned (undefined for `true`).
 */
export interface Admitted {
  readonly identity: NonNullable<ReturnType<typeof identityOf>>;
  readonly user: unknown;
}

/** Reason why a client is not admitted: `authenticate` has refused it, or has failed. After a failure, for example of a database, a client may try again. */
export type NotAdmitted = 'notAuthenticated' | 'internalError';

/** The message of a refusal, for the application. */
export const messageOf: Readonly<Record<NotAdmitted, string>> = {
  notAuthenticated: 'authenticate has refused the client',
  internalError: 'authenticate has failed, see onError',
};

/** Resolves to the client if it is admitted, otherwise to the reason. Errors of `authenticate` are reported. */
export async function authenticateClient(
  authenticate: Authenticate | undefined,
  client: ClientInfo,
  reporter: Reporter,
): Promise<Admitted | NotAdmitted> {
  if (authenticate === undefined) return { identity: true, user: undefined };
  try {
    const user: unknown = await authenticate(client);
    const identity = identityOf(user);
    return identity === undefined ? 'notAuthenticated' : { identity, user: user === true ? undefined : user };
  } catch (error) {
    reporter.reportError(error);
    return 'internalError';
  }
}
