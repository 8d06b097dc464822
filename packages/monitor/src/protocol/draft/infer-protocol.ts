import { checkKind, checkNumber, checkObject, warnUnknownOptions, withDefaults } from '@doha/loop/options';
import { checkKnown, checkName, checkRoles } from '../definition/check-names.ts';
import type { ProtocolDefinition } from '../definition/definition.ts';
import { Automaton, type Label } from './automaton.ts';
import { checkMessage, type TraceMessage } from './recorded-messages.ts';

/** Options of {@link inferProtocol}. An option that is `undefined` counts as absent. */
export interface InferProtocolOptions {
  /** Name of the protocol. Default 'draft'. */
  readonly name?: string | undefined;
  /** The two roles. Default: the senders of the messages, if there are two. */
  readonly roles?: readonly [string, string] | undefined;
  /**
   * Two moments of the traces become one state if the same messages follow both, up to this number of messages. A greater number needs more traces, and
   * distinguishes more states. 1 to 10, default 2.
   */
  readonly tail?: number | undefined;
}

/**
 * Returns a first draft of a protocol that allows all traces: the messages of complete sessions, each as one endpoint has sent and received them. The algorithm
 * merges states of a prefix tree whose k-tails are equal (Biermann and Feldman 1972), then all states that a state reaches by the same message, and
 * then the states that a state reaches by the same two messages of different roles in different orders. Throws a TypeError or RangeError if an argument is
 * invalid, or if the messages have not two senders and `roles` is absent.
 */
export function inferProtocol(
  traces: readonly (readonly TraceMessage[])[],
  options: InferProtocolOptions = {},
): ProtocolDefinition {
  checkTraces(traces);
  const { name, roles, tail } = completeOptions(traces, options);
  const automaton = new Automaton(traces, tail);
  const names = namesOf(automaton);
  const states = [...names].map(([state, stateName]) => {
    const byRole = roles.map((role) => {
      const own = automaton.transitionsOf(state).filter(([{ from }]) => from === role);
      return [role, Object.fromEntries(own.map(([label, next]) => [label.name, names.get(next)!]))] as const;
    });
    return [
      stateName,
      Object.fromEntries(byRole.filter(([, messages]) => Object.keys(messages).length > 0)),
    ] as const;
  });
  return { name, roles, start: names.get(automaton.start)!, states: Object.fromEntries(states) };
}

/** Names the states after the messages that lead to them first, in the order of a breadth-first search. */
function namesOf(automaton: Automaton): ReadonlyMap<number, string> {
  const names = new Map([[automaton.start, 'start']]);
  const used = new Set(names.values());
  const add = (state: number, { name }: Label): void => {
    if (names.has(state)) return;
    const wanted = automaton.transitionsOf(state).length === 0 ? 'end' : `after ${name}`;
    let free = wanted;
    for (let i = 2; used.has(free); i++) free = `${wanted} ${i}`;
    names.set(state, free);
    used.add(free);
  };
  // A map can grow while it is iterated.
  for (const state of names.keys())
    for (const [label, next] of automaton.transitionsOf(state)) add(next, label);
  return names;
}

function checkTraces(traces: readonly (readonly TraceMessage[])[]): void {
  checkKind('inferProtocol: traces', Array.isArray(traces), 'an array of arrays of messages', traces);
  for (const trace of traces) {
    checkKind('inferProtocol: a trace', Array.isArray(trace), 'an array of messages', trace);
    for (const message of trace) checkMessage('inferProtocol: a message', message);
  }
}

interface CompleteOptions {
  readonly name: string;
  readonly roles: readonly [string, string];
  readonly tail: number;
}

function completeOptions(
  traces: readonly (readonly TraceMessage[])[],
  given: InferProtocolOptions,
): CompleteOptions {
  checkObject('inferProtocol: options', given);
  const senders = [...new Set(traces.flatMap((trace) => trace.map(({ from }) => from)))];
  const defaults = { name: 'draft', roles: senders as unknown as readonly [string, string], tail: 2 };
  const options: CompleteOptions = withDefaults(defaults, given);
  checkName('inferProtocol: name', options.name);
  if (given.roles === undefined && senders.length !== 2)
    throw new RangeError(
      `inferProtocol: the messages have ${senders.length} senders instead of two; give the option roles`,
    );
  checkRoles('inferProtocol: roles', options.roles);
  for (const sender of senders) checkKnown('inferProtocol: the sender of a message', sender, options.roles);
  checkNumber('inferProtocol: tail', options.tail, { min: 1, max: 10, whole: true });
  warnUnknownOptions('inferProtocol', given, Object.keys(defaults));
  return options;
}
