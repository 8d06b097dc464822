import { checkKind, mustBe } from '@doha/loop/options';

/** Throws a TypeError unless `name` is a string with at least one character. */
export function checkName(what: string, name: unknown): void {
  checkKind(what, typeof name === 'string' && name !== '', 'a string that is not empty', name);
}

/** Throws a TypeError or RangeError unless `roles` are the names of two roles. */
export function checkRoles(what: string, roles: readonly string[]): void {
  checkKind(what, Array.isArray(roles), 'an array of two names', roles);
  for (const role of roles) checkName(`${what}: a role`, role);
  if (roles.length !== 2 || roles[0] === roles[1])
    throw new RangeError(`${what} must be two different names, got [${roles.join(', ')}]`);
}

/** Throws a RangeError that lists the known names unless `name` is one of them. */
export function checkKnown(what: string, name: unknown, known: readonly string[]): void {
  checkKind(what, typeof name === 'string', 'a string', name);
  if (!known.includes(name as string))
    throw new RangeError(mustBe(what, known.length > 0 ? `one of ${known.join(', ')}` : 'absent', name));
}
