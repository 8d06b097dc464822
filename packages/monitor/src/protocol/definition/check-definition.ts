import { checkKind, checkObject, warnUnknownOptions } from '@doha/loop/options';
import { checkKnown, checkName, checkRoles } from './check-names.ts';
import type { ProtocolDefinition } from './definition.ts';
import { Transitions } from './transitions.ts';

/**
 * Returns the transitions of a definition. Throws a TypeError if a part of it has the wrong type, and a RangeError if it names an unknown state or role, or if
 * a state cannot be reached.
 */
export function checkDefinition(definition: ProtocolDefinition): Transitions {
  checkObject('protocol: definition', definition);
  const { name, roles, start, states, yields } = definition;
  checkName('protocol: name', name);
  const where = `protocol ${name}`;
  checkRoles(`${where}: roles`, roles);
  checkObject(`${where}: states`, states);
  for (const [state, ofState] of Object.entries(states)) checkState(where, state, ofState, definition);
  checkKnown(`${where}: start`, start, Object.keys(states));
  const transitions = new Transitions(definition);
  const reached = transitions.reachable(start, roles);
  for (const state of transitions.states)
    if (!reached.has(state))
      throw new RangeError(`${where}: the state '${state}' cannot be reached from '${start}'`);
  if (yields !== undefined) checkKnown(`${where}: yields`, yields, roles);
  warnUnknownOptions('protocol', definition, ['name', 'roles', 'start', 'states', 'yields']);
  return transitions;
}

function checkState(
  where: string,
  state: string,
  ofState: unknown,
  { roles, states }: ProtocolDefinition,
): void {
  checkName(`${where}: the name of a state`, state);
  checkObject(`${where}: the state ${state}`, ofState);
  for (const [role, messages] of Object.entries(ofState as object)) {
    checkKnown(`${where}: a role in the state ${state}`, role, roles);
    if (messages === undefined) continue;
    checkObject(`${where}: messages of ${role} in the state ${state}`, messages);
    for (const [name, message] of Object.entries(messages as object))
      checkMessage(`${where}: ${name} of ${role} in the state ${state}`, message, Object.keys(states));
  }
}

function checkMessage(what: string, message: unknown, states: readonly string[]): void {
  if (typeof message === 'string') return checkKnown(what, message, states);
  checkKind(what, typeof message === 'object' && message !== null, 'a state or an object', message);
  const { data, next } = message as { readonly data?: unknown; readonly next?: unknown };
  checkKnown(`${what}: next`, next, states);
  checkKind(`${what}: data`, data === undefined || typeof data === 'function', 'a type guard', data);
  warnUnknownOptions(what, message as object, ['next', 'data']);
}
