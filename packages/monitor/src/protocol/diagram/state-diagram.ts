import { checkDefinition } from '../definition/check-definition.ts';
import type { ProtocolDefinition } from '../definition/definition.ts';
import type { Transitions } from '../definition/transitions.ts';
import { mermaidText } from './mermaid-text.ts';

/**
 * Returns the states of a protocol as a state diagram in the language of [Mermaid](https://mermaid.js.org), which GitHub draws in Markdown. Throws a TypeError
 * or RangeError if the argument is neither a protocol nor a valid definition of one.
 */
export function stateDiagram(definition: ProtocolDefinition): string {
  const transitions = checkDefinition(definition);
  const ids = new Map(transitions.states.map((state, i) => [state, `s${i + 1}`]));
  const lines = ['stateDiagram-v2'];
  for (const [state, id] of ids) lines.push(`  state "${mermaidText(state)}" as ${id}`);
  lines.push(`  [*] --> ${ids.get(definition.start)!}`);
  for (const [state, id] of ids) {
    const arrows = arrowsFrom(state, transitions);
    for (const { names, next, role } of arrows)
      lines.push(
        `  ${id} --> ${ids.get(next)!}: ${mermaidText(role)} sends ${names.map(mermaidText).join(', ')}`,
      );
    if (arrows.length === 0) lines.push(`  ${id} --> [*]`);
  }
  return lines.join('\n');
}

interface Arrow {
  readonly role: string;
  readonly next: string;
  readonly names: string[];
}

/** Messages of one role to the same next state share an arrow. */
function arrowsFrom(state: string, transitions: Transitions): readonly Arrow[] {
  return transitions.roles.flatMap((role) => {
    const arrows = new Map<string, Arrow>();
    for (const [name, { next }] of transitions.of(state, role)) {
      const arrow = arrows.get(next) ?? { role, next, names: [] };
      arrows.set(next, arrow);
      arrow.names.push(name);
    }
    return [...arrows.values()];
  });
}
