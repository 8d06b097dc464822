import { checkDefinition } from '../definition/check-definition.ts';
import type { MessageDefinition, ProtocolDefinition } from '../definition/definition.ts';

/**
 * Returns the definition of a protocol as the source of the argument of `protocol`. Type guards become `unchecked<unknown>()`. Throws a TypeError or
 * RangeError if the definition is invalid.
 */
export function definitionText(definition: ProtocolDefinition): string {
  checkDefinition(definition);
  const { name, roles, start, states, yields } = definition;
  const lines = [
    '{',
    `  name: ${quoted(name)},`,
    `  roles: [${roles.map(quoted).join(', ')}],`,
    `  start: ${quoted(start)},`,
    '  states: {',
    ...Object.entries(states).flatMap(([state, ofState]) => stateLines(state, Object.entries(ofState))),
    '  },',
  ];
  if (yields !== undefined) lines.push(`  yields: ${quoted(yields)},`);
  return [...lines, '}'].join('\n');
}

type RoleMessages = readonly [
  role: string,
  messages: Readonly<Record<string, MessageDefinition>> | undefined,
];

function stateLines(state: string, ofState: readonly RoleMessages[]): string[] {
  if (ofState.length === 0) return [`    ${keyOf(state)}: {},`];
  const roles = ofState.map(([role, messages = {}]) => {
    const all = Object.entries(messages).map(([name, message]) => `${keyOf(name)}: ${messageText(message)}`);
    return `      ${keyOf(role)}: ${all.length > 0 ? `{ ${all.join(', ')} }` : '{}'},`;
  });
  return [`    ${keyOf(state)}: {`, ...roles, '    },'];
}

function messageText(message: MessageDefinition): string {
  if (typeof message === 'string') return quoted(message);
  const { data, next } = message;
  return data === undefined ? quoted(next) : `{ next: ${quoted(next)}, data: unchecked<unknown>() }`;
}

/** A name as a property key. `__proto__` must be computed: as a plain key it would set the prototype. */
function keyOf(name: string): string {
  if (name === '__proto__') return `['__proto__']`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : quoted(name);
}

/** A string literal in single quotes. JSON escapes all characters that are not allowed in one, except single quotes. */
function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
