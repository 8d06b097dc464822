import { expect, test } from 'vitest';
import { chat } from '../chat.test.setup.ts';
import type { ProtocolDefinition } from '../definition/definition.ts';
import { sequenceDiagram } from './sequence-diagram.ts';
import { stateDiagram } from './state-diagram.ts';

test('a state diagram has all states and messages', () => {
  expect(stateDiagram(chat)).toBe(`stateDiagram-v2
  state "idle" as s1
  state "greeted" as s2
  state "open" as s3
  state "kicked" as s4
  state "closed" as s5
  [*] --> s1
  s1 --> s2: client sends hello
  s2 --> s3: server sends welcome
  s2 --> s5: server sends refuse
  s3 --> s3: client sends say
  s3 --> s5: client sends bye
  s3 --> s3: server sends tell
  s3 --> s4: server sends kick
  s4 --> s4: client sends say
  s4 --> s5: client sends sulk
  s5 --> [*]`);
});

test('messages of one role to one state share an arrow', () => {
  const definition: ProtocolDefinition = {
    name: 'p',
    roles: ['a', 'b'],
    start: 's',
    states: { s: { a: { x: 's', y: 's' } } },
  };
  expect(stateDiagram(definition)).toContain('  s1 --> s1: a sends x, y');
});

test('a sequence diagram has all messages in order', () => {
  const messages = [
    { from: 'client', name: 'hello' },
    { from: 'server', name: 'refuse' },
  ];
  expect(sequenceDiagram(chat, messages)).toBe(`sequenceDiagram
  participant r1 as client
  participant r2 as server
  r1->>r2: hello
  r2->>r1: refuse`);
  expect(sequenceDiagram({ roles: ['a', 'b'] }, [])).toBe(
    'sequenceDiagram\n  participant r1 as a\n  participant r2 as b',
  );
});

test('characters with a meaning in Mermaid are replaced by their code points', () => {
  const name = 'a:b;c#d"e%%f\n[g]{h}<i>💬 naïve';
  const text = 'a#58;b#59;c#35;d#34;e#37;#37;f #91;g#93;#123;h#125;#60;i#62;#128172; naïve';
  const definition: ProtocolDefinition = {
    name: 'p',
    roles: [name, 'b'],
    start: name,
    states: { [name]: { [name]: { [name]: name } } },
  };
  expect(stateDiagram(definition).split('\n').slice(1)).toEqual([
    `  state "${text}" as s1`,
    '  [*] --> s1',
    `  s1 --> s1: ${text} sends ${text}`,
  ]);
  expect(sequenceDiagram(definition, [{ from: name, name }])).toContain(`  r1->>r2: ${text}`);
});

test('wrong arguments throw', () => {
  expect(() => stateDiagram({} as never)).toThrow(
    'protocol: name must be a string that is not empty, got undefined',
  );
  expect(() => sequenceDiagram(null as never, [])).toThrow(
    'sequenceDiagram: protocol must be an object, got null',
  );
  expect(() => sequenceDiagram({ roles: ['a', 'a'] }, [])).toThrow(
    'sequenceDiagram: roles must be two different names',
  );
  expect(() => sequenceDiagram(chat, 3 as never)).toThrow(
    'sequenceDiagram: messages must be an array of messages, got 3',
  );
  expect(() => sequenceDiagram(chat, [{ from: 'nobody', name: 'x' }])).toThrow(
    "sequenceDiagram: the sender of a message must be one of client, server, got 'nobody'",
  );
});
