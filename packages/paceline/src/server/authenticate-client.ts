import type { Reporter } from '../session/guard.ts';
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

/** Resolves to undefined if the client is refused. Errors of `authenticate` are reported, and refuse the client. */
export async function authenticateClient(
  authenticate: Authenticate | undefined,
  client: ClientInfo,
  reporter: Reporter,
): Promise<Admitted | undefined> {
  if (authenticate === undefined) return { identity: true, user: undefined };
  try {
    const user: unknown = await authenticate(client);
    const identity = identityOf(user);
    return identity === undefined ? undefined : { identity, user: user === true ? undefined : user };
  } catch (error) {
    reporter.reportError(error);
    return undefined;
  }
}
