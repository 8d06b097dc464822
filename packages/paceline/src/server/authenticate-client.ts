import type { Reporter } from '../callbacks/guard.ts';
import type { ClientInfo } from './client-info.ts';
import { type Identity, identityOf } from './identity.ts';

/** What `authenticate` may return. */
type Answer = Identity | boolean | null | undefined;

/** The application's function that says who a client is. */
export type Authenticate = (client: ClientInfo) => Answer | Promise<Answer>;

/** A client that is let in: what `authenticate` has returned, and by what it is compared. `true`: it has no identity. */
export interface Admitted {
  readonly identity: NonNullable<ReturnType<typeof identityOf>>;
  readonly user: unknown;
}

/** Why a client is not let in: `authenticate` has refused it, or has failed. A client may try again after a failure, such as that of a database. */
export type NotAdmitted = 'notAuthenticated' | 'internalError';

/** What the application is told of it. */
export const messageOf: Readonly<Record<NotAdmitted, string>> = {
  notAuthenticated: 'authenticate has refused the client',
  internalError: 'authenticate has failed, see onError',
};

/** Resolves to the client if it is let in, or to the reason why not. Errors of `authenticate` are reported. */
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
