import { expect, test } from 'vitest';
import { essentialLines } from './essential-lines.ts';

const source = `import { x } from 'x';

/** Adds. */
export function add(a: number): number {
  const sum = a + x;
  return sum;
}

// A line before.
/** A class. */
class Loop {
  /**
   * Runs.
   */
  run(): void {
    add(1);
  }
}
`;

test('a statement comes with the comment before it', () => {
  expect(essentialLines('a.ts', source, ['export function add('])).toBe(
    '/** Adds. */\nexport function add(a: number): number {\n  const sum = a + x;\n  return sum;\n}',
  );
});

test('members of classes and statements of functions lose their indentation', () => {
  expect(essentialLines('a.ts', source, ['run()', 'const sum'])).toBe(
    '/**\n * Runs.\n */\nrun(): void {\n  add(1);\n}\n\nconst sum = a + x;',
  );
});

test.each(['function missing', ''])(
  'a beginning that not exactly one statement has is an error: "%s"',
  (beginning) => {
    expect(() => essentialLines('a.ts', source, [beginning])).toThrow(
      /^Show a.ts: one statement must begin with/,
    );
  },
);
