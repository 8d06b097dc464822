import { mustBe } from '@doha/loop/options';

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
  if (answer === true || isId(answer)) return answer;
  if (answer === false || answer === null || answer === undefined) return undefined;
  if (typeof answer !== 'object' || !('id' in answer))
    throw new TypeError(
      mustBe('authenticate: the result', `true, false, ${idKinds}, or an object with such an id`, answer),
    );
  if (isId(answer.id)) return answer.id;
  throw new TypeError(mustBe('authenticate: the id of the result', idKinds, answer.id));
}

const idKinds = 'a string that is not empty, a number other than NaN, a bigint';

function isId(value: unknown): value is string | number | bigint {
  if (typeof value === 'number') return !Number.isNaN(value);
  return typeof value === 'bigint' || (typeof value === 'string' && value !== '');
}
