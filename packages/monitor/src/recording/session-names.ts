// A server records many sessions, and a recorder never forgets a name. So a recorder keeps the names of the first sessions, and later sessions share short
// names. Both endpoints of a session compute the same short name.

/** Maximum number of sessions of a recorder whose own names are kept, and number of the short names that later sessions share. */
export const maxSessionNames = 1024;

/** Returns the short name of a session, from `session #0` to `session #1023`. */
export function sharedSessionName(name: string): string {
  if (isSharedName(name)) return name;
  let hash = 0x811c9dc5; // FNV-1a
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return `session #${((hash ^ (hash >>> 16)) >>> 0) % maxSessionNames}`;
}

/** Whether two names may be those of one session. */
export function mayBeSameSession(one: string, other: string): boolean {
  return (
    one === other ||
    ((isSharedName(one) || isSharedName(other)) && sharedSessionName(one) === sharedSessionName(other))
  );
}

/** Whether a name is a short one that several sessions share. */
export function isSharedName(name: string): boolean {
  return /^session #\d+$/.test(name);
}
