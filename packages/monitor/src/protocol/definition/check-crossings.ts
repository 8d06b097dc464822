import type { ProtocolDefinition } from './definition.ts';
import type { Transitions } from './transitions.ts';

/**
 * Checks what happens if both roles send at the same time. Messages do not say what their sender had received before, so a role cannot always tell a message
 * that has crossed with its own from an answer. Throws a RangeError if two roles could come to different states, and neither would notice.
 */
export function checkCrossings({ name, yields }: ProtocolDefinition, transitions: Transitions): void {
  const one = yields ?? transitions.roles[0];
  const other = transitions.peerOf(one);
  for (const state of transitions.states)
    for (const first of transitions.of(state, one).keys())
      for (const second of transitions.of(state, other).keys()) {
        const fault = faultOf({ state, one, other, first, second }, yields !== undefined, transitions);
        if (fault !== undefined)
          throw new RangeError(
            `protocol ${name}: if ${first} of ${one} and ${second} of ${other} cross in the state '${state}', ${fault}`,
          );
      }
}

/** The messages `first` of `one` and `second` of `other`, which cross in `state`. */
interface Crossing {
  readonly state: string;
  readonly one: string;
  readonly other: string;
  readonly first: string;
  readonly second: string;
}

function faultOf(crossing: Crossing, doesYield: boolean, transitions: Transitions): string | undefined {
  const { first, one, other, second, state } = crossing;
  const afterFirst = transitions.get(state, one, first)!.next;
  const afterSecond = transitions.get(state, other, second)!.next;
  const endOfOne = transitions.get(afterFirst, other, second)?.next;
  const endOfOther = transitions.get(afterSecond, one, first)?.next;
  if (endOfOne !== undefined && endOfOther !== undefined)
    return endOfOne === endOfOther
      ? undefined
      : `${one} comes to '${endOfOne}' and ${other} to '${endOfOther}'`;
  if (doesYield) return faultOfYielding(crossing, transitions);
  const canOneMiss = expectedBy(one, afterFirst, transitions).has(second);
  const canOtherMiss = expectedBy(other, afterSecond, transitions).has(first);
  return canOneMiss && canOtherMiss ? `each role could take the other's message for an answer` : undefined;
}

/** The role `one` yields, so `first` is to be void. */
function faultOfYielding(
  { first, one, other, second, state }: Crossing,
  transitions: Transitions,
): string | undefined {
  const afterFirst = transitions.get(state, one, first)!.next;
  const afterSecond = transitions.get(state, other, second)!.next;
  // Until `second` arrives, `one` may send more. The other role must know that all of these messages are void.
  const futile = transitions.reachable(afterFirst, [one]);
  const expected = expectedBy(other, afterSecond, transitions);
  const unclear = [first, ...namesIn(futile, one, transitions)].find((name) => expected.has(name));
  if (unclear !== undefined) return `${other} could take ${unclear} of ${one} for an answer`;
  // Where `second` is expected nevertheless, it must lead to the same state as without the void messages.
  const ends = [...futile].map((from) => transitions.get(from, other, second)?.next ?? afterSecond);
  if (ends.some((end) => end !== afterSecond)) return `${one} could take ${second} of ${other} for an answer`;
  return undefined;
}

/** Names of the messages that a role may expect in a state, or after it has sent more. */
function expectedBy(role: string, state: string, transitions: Transitions): ReadonlySet<string> {
  return namesIn(transitions.reachable(state, [role]), transitions.peerOf(role), transitions);
}

function namesIn(states: Iterable<string>, role: string, transitions: Transitions): ReadonlySet<string> {
  const names = new Set<string>();
  for (const state of states) for (const name of transitions.of(state, role).keys()) names.add(name);
  return names;
}
