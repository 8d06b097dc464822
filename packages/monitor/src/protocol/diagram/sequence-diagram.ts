import { checkKind, checkObject } from '@doha/loop/options';
import { checkKnown, checkRoles } from '../definition/check-names.ts';
import { checkMessage, type TraceMessage } from '../draft/recorded-messages.ts';
import { mermaidText } from './mermaid-text.ts';

/**
 * Returns messages as a sequence diagram in the language of [Mermaid](https://mermaid.js.org), which GitHub draws in Markdown. `protocol`: a protocol, or an
 * object with the names of the two roles. Throws a TypeError if an argument has the wrong type, and a RangeError if the sender of a message is not a role.
 */
export function sequenceDiagram(
  protocol: { readonly roles: readonly [string, string] },
  messages: readonly TraceMessage[],
): string {
  checkObject('sequenceDiagram: protocol', protocol);
  const { roles } = protocol;
  checkRoles('sequenceDiagram: roles', roles);
  checkKind('sequenceDiagram: messages', Array.isArray(messages), 'an array of messages', messages);
  const participants = roles.map((role, i) => `  participant r${i + 1} as ${mermaidText(role)}`);
  const arrows = messages.map((message) => {
    checkMessage('sequenceDiagram: a message', message);
    checkKnown('sequenceDiagram: the sender of a message', message.from, roles);
    const arrow = message.from === roles[0] ? 'r1->>r2' : 'r2->>r1';
    return `  ${arrow}: ${mermaidText(message.name)}`;
  });
  return ['sequenceDiagram', ...participants, ...arrows].join('\n');
}
