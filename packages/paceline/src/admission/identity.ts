/**
 * A user, as `authenticate` returns it: a string that is not empty, a number, a bigint, or an object with such an `id`. Two identities are the same if they, or
 * their `id`s, are equal by `===`.
 */
export type Identity = string | number | bigint | { readonly id: string | number | bigint };

/**
 * The value by which users are compared: `true` for a client that is admitted without an identity, undefined for one that is refused. Throws a TypeError if
 * `answer` is invalid.
 */
export function identityOf(answer: unknown): string | number | bigint | true | undefined {
  if (answer === true || isKey(answer)) return answer;
  if (answer === false || answer === null || answer === undefined) return undefined;
  const { id } = answer as { readonly id?: unknown };
  if (typeof answer === 'object' && isKey(id)) return id;
  throw new TypeError(
    `authenticate must return true, false, or an identity (a string that is not empty, a number, a bigint, or an object with such an id), got ${shown(answer)}`,
  );
}

function isKey(value: unknown): value is string | number | bigint {
  if (typeof value === 'number') return !Number.isNaN(value);
  return typeof value === 'bigint' || (typeof value === 'string' && value !== '');
}

function shown(answer: unknown): string {
  if (typeof answer === 'string') return `'${answer}'`;
  return typeof answer === 'object' ? 'an object without one' : `a ${typeof answer}`;
}
