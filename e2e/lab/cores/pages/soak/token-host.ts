import type { EntityHost } from '@doha/multiproc/shared';

/** The tokens of a thread: the last number that each token received, by id. */
export type Tokens = Map<number, number>;

/** Keeps the tokens of a thread; the numbers of one token must increase. `reportProblem` receives a description of each violation. */
export function tokenHost(
  tokens: Tokens,
  reportProblem: (problem: string) => void,
  died: (ids: readonly number[]) => void = () => {},
): EntityHost<number, number> {
  return {
    release(id) {
      const last = tokens.get(id)!;
      tokens.delete(id);
      return last;
    },
    adopt(id, last) {
      if (tokens.has(id)) reportProblem(`token ${id} arrived twice`);
      tokens.set(id, last);
    },
    apply(id, number) {
      const last = tokens.get(id);
      if (last === undefined)
        reportProblem(`token ${id} received a mutation in a thread that does not own it`);
      else if (number <= last) reportProblem(`token ${id}: ${number} arrived after ${last}`);
      tokens.set(id, number);
    },
    died,
  };
}
