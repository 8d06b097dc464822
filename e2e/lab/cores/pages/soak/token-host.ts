/** The tokens of a thread: by id the last of the numbers that came to it. */
export type Tokens = Map<number, number>;

/** Keeps the tokens of a thread; the numbers that come to one rise. `tell` is told where they do not. */
export function tokenHost(
  tokens: Tokens,
  tell: (problem: string) => void,
  died: (ids: readonly number[]) => void = () => {},
): EntityHost<number, number> {
  return {
    release(id) {
      const last = tokens.get(id)!;
      tokens.delete(id);
      return last;
    },
    adopt(id, last) {
      if (tokens.has(id)) tell(`token ${id} came twice`);
      tokens.set(id, last);
    },
    apply(id, number) {
      const last = tokens.get(id);
      if (last === undefined) tell(`token ${id} was changed where it is not`);
      else if (number <= last) tell(`token ${id}: ${number} came after ${last}`);
      tokens.set(id, number);
    },
    died,
  };
}
import type { EntityHost } from '@doha/multiproc/shared';
