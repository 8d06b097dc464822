import { expect, test } from 'vitest';
import { saveRecording } from '../file/save-recording.ts';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import { Recording } from '../recording/recording.ts';
import { type CommandHost, runCommand } from './run-command.ts';
import { tableOf } from './table.ts';

const thread = 'main';
const events: readonly RecordedEvent[] = [
  { kind: 'turn', thread, name: 'turn', start: 0, end: 40 },
  { kind: 'task', thread, name: 'load\nlevel', start: 0, end: 30, priority: 2 },
  { kind: 'timer', thread, name: 'step', start: 35, end: 40, lateness: 25 },
  { kind: 'window', thread, name: 'enemies', start: 50, end: 60, updated: 3, cancelled: 4 },
  { kind: 'task', thread: 'worker', name: 'plan', start: 12, end: 20, priority: 0.5 },
];
const bytes = saveRecording(new Recording(events, 0, 1000));
const many = Array.from({ length: 60 }, (_, i): RecordedEvent => {
  return { kind: 'task', thread, name: i % 2 === 1 ? 'odd' : 'even', start: i, end: i + 1, priority: 0 };
});
const files: Record<string, Uint8Array> = {
  game: bytes,
  cut: bytes.subarray(0, -1),
  lost: saveRecording(new Recording(events, 3)),
  many: saveRecording(
    new Recording([...many, { kind: 'timer', thread, name: 'step', start: 100, end: 101, lateness: 100 }]),
  ),
  empty: saveRecording(new Recording([])),
  controls: saveRecording(
    new Recording(
      events.map((event) =>
        Object.assign(structuredClone(event), {
          name: `${event.name}\u001B]0;title\u0007\u202E`,
          thread: `\u009B31m${event.thread}\r\n\u2028x`,
        }),
      ),
    ),
    { entries: [{ kind: 'a\nb', bytes: new Uint8Array(1) }] },
  ),
  'controls\u001B[2J\n': saveRecording(new Recording([]), {
    entries: [{ kind: 'a\nb', bytes: new Uint8Array(1) }],
  }),
  text: new TextEncoder().encode('not a recording'),
  entries: saveRecording(new Recording([]), {
    entries: ['replay', 'input', 'replay'].map((kind) => ({ kind, bytes: new Uint8Array(3) })),
  }),
  ...Object.fromEntries(Array.from(bytes, (_, length) => [length, bytes.subarray(0, length)])),
};

interface Output {
  readonly code: number;
  readonly output: string;
  readonly warnings: readonly string[];
}

async function run(...args: readonly string[]): Promise<Output> {
  const warnings: string[] = [];
  let output = '';
  const code = await runCommand(args, {
    async *read(name) {
      if (files[name] === undefined) throw Object.assign(new Error('raw'), { code: name });
      yield files[name];
      await Promise.resolve();
    },
    async write(written) {
      output += typeof written === 'string' ? written : new TextDecoder('latin1').decode(written);
    },
    warn: (line) => void warnings.push(line),
  });
  return { code, output, warnings };
}

async function query(...args: readonly string[]): Promise<string[]> {
  const { code, output, warnings } = await run('query', 'game', ...args);
  expect([code, warnings]).toEqual([0, []]);
  return output.trimEnd().split('\n');
}

test('events are printed as a table with aligned columns', async () => {
  expect(await query('longest', '2')).toEqual([
    'start, ms  took, ms  kind  thread  name        priority',
    '        0        30  task  main    load level         2',
    '       12         8  task  worker  plan           0.500',
  ]);
});

test.each<[string, readonly string[], readonly string[]]>([
  ['longest', [], ['load\nlevel', 'plan', 'step']],
  ['longest', ['0'], []],
  ['longer-than', ['8'], ['load\nlevel']],
  ['longer-than', ['7.5', '--thread', 'worker'], ['plan']],
  ['late', [], ['step']],
  ['late', ['25'], []],
  ['windows', [], ['enemies']],
  ['longest', ['--from', '15', '--to', '20'], ['load\nlevel', 'plan']],
  ['longest', ['--from=41'], []],
])('%s %j is answered in JSON', async (name, args, found) => {
  const text = await query(name, ...args, '--json');
  expect((JSON.parse(text.join('\n')) as { name: string }[]).map((row) => row.name)).toEqual(found);
});

test('an empty answer is "none"', async () => {
  expect(await query('late', '25')).toEqual(['none']);
});

test('the cause of a late timer is printed with shares, links and the rest', async () => {
  const [sentence, ...lines] = await query('cause', 'frame', '--all');
  expect(sentence).toBe('The timer step on main was due at 10.000 ms, and began 25.000 ms late.');
  expect(lines.map((line) => line.trim().replaceAll(/ {2,}/g, ' | '))).toEqual([
    'share, ms | % | kind | name | start, ms | end, ms | follows from',
    '20 | 80.0 | task | load level | 0 | 30 | within turn',
    '5 | 20.0 | turn | turn | 0 | 40',
    'On worker:',
    'share, ms | % | kind | name | start, ms | end, ms | follows from',
    '8 | 32.0 | task | plan | 12 | 20',
    '17 | 68.0 | idle, or time of the browser',
    'The recording has no steps of everyFrame (makeStep), so all timers count as frames.',
  ]);
});

test('the links of a cause show which event follows from which', async () => {
  const name = 'path';
  const chained: readonly RecordedEvent[] = [
    { kind: 'turn', thread, name: 'turn', start: 0, end: 6 },
    { kind: 'task', thread, name: 'plan', start: 1, end: 5, priority: Number.MAX_VALUE },
    { kind: 'remote', thread, name, start: 2, end: 95, status: 'done', worker: 'worker 0', sent: 3, id: 7 },
    { kind: 'turn', thread: 'worker 0', name: 'turn', start: 8, end: 91 },
    { kind: 'task', thread: 'worker 0', name, start: 9, end: 90, priority: 1, id: 7 },
    { kind: 'span', thread: 'worker 0', name: 'search', start: 10, end: 89 },
    { kind: 'timer', thread: 'worker 0', name: 'tick', start: 92, end: 93, lateness: 60 },
  ];
  files['chained'] = saveRecording(new Recording(chained));
  const { output } = await run('query', 'chained', 'cause', 'frame', '--thread', 'worker 0');
  const ofMain = 'submitted by pool task path → submitted by task plan → within turn';
  expect(output).toContain(`within task path → (within turn; ${ofMain})`);
  expect((await run('query', 'chained', 'longest')).output).toMatch(/task +main +plan +first\n/);
});

test('the cause of a frame is that of a step of everyFrame, although another timer was later', async () => {
  const timer = (name: string, start: number, lateness: number): RecordedEvent => {
    return { kind: 'timer', thread, name, start, end: start + 1, lateness };
  };
  files['sound'] = saveRecording(new Recording([timer('makeStep', 20, 9), timer('playNote', 40, 30)]));
  const { output } = await run('query', 'sound', 'cause', 'frame');
  expect(output).toContain('The timer makeStep on main was due at 11.000 ms');
  expect(output).not.toContain('all timers');
});

test('many causes are added up by their names', async () => {
  const [sentence, , ...lines] = (await run('query', 'many', 'cause', 'frame')).output.trimEnd().split('\n');
  expect(sentence).toContain('100.000 ms late');
  expect(lines.length).toBe(20 + 3 + 1);
  expect(lines.slice(20, -1).map((line) => line.trim().replaceAll(/ {2,}/g, ' | '))).toEqual([
    '20 | 20.0 | task | even (20 further)',
    '20 | 20.0 | task | odd (20 further)',
    '40 | 40.0 | time of the browser, or idle',
  ]);
});

test('the cause of a window is printed, also by its time', async () => {
  for (const args of [['55'], ['frame', '2']]) {
    const [sentence, , rest] = await query('cause', ...args);
    expect(sentence).toBe(
      'The window enemies on main began at 50.000 ms and ended after 10.000 ms: 3 updated, 4 cancelled.',
    );
    expect(rest!.trim()).toMatch(/^10 +100\.0 +time of the browser, or idle$/);
  }
});

test('causes are printed as JSON', async () => {
  const [own] = JSON.parse((await query('cause', '12', '--json')).join('\n')) as [Record<string, unknown>];
  expect(own).toMatchObject({ thread, due: 10, until: 35, unexplained: 0, unrecorded: 0 });
});

test('threads and run times by name are printed', async () => {
  expect((await query('threads')).slice(1).map((line) => line.trim().split(/ +/))).toEqual([
    ['main', '4', '0', '0', '60', '40'],
    ['worker', '1', '0', '12', '20', '8'],
  ]);
  const [head, first] = await query('names', '--thread', 'worker');
  expect(head).toMatch(/^kind +name +count +total, ms +p50 +p95 +p99\.9 +max$/);
  expect(first).toMatch(/^task +plan +1 +8 +8 +8 +8 +8$/);
  expect((await query('threads', '--thread', 'worker', '--from', '1e6')).at(-1)).toMatch(/^worker +0 +0/);
});

test('a trace for Perfetto is written', async () => {
  const { code, output } = await run('trace', 'game');
  expect(code).toBe(0);
  expect(output).toContain('plan');
});

test('a file that was cut off, and lost records, give warnings besides the answer', async () => {
  const cut = await run('query', 'cut', 'names');
  expect(cut.warnings).toEqual(['monitor: cut was cut off; its last part is missing']);
  const lost = await run('query', 'lost', 'names');
  expect(lost.warnings).toEqual(['monitor: 3 earlier records are not in the file, because memory was full']);
  expect([cut.code, lost.code]).toEqual([0, 0]);
  expect(cut.output).toBe(lost.output);
});

test('a file that was cut off anywhere gives an answer and a warning, or an error of one line', async () => {
  for (let length = 0; length < bytes.length; length++) {
    const { code, output, warnings } = await run('query', `${length}`, 'names', '--json');
    expect(warnings).toHaveLength(1);
    expect(code).toBe(length < 8 ? 2 : 0);
    if (code === 0) expect(Array.isArray(JSON.parse(output))).toBe(true);
  }
});

test('a file with entries and no events gives a warning', async () => {
  expect((await run('query', 'entries', 'names')).warnings).toEqual([
    'monitor: entries has no events; it has entries of the kinds replay, input',
  ]);
});

test('errors of the output are one line, unless they are defects', async () => {
  const warnings: string[] = [];
  const hostWith = (error: Error): CommandHost => ({
    read: () => expect.unreachable('help reads no file'),
    async write() {
      throw error;
    },
    warn: (line) => void warnings.push(line),
  });
  const full = Object.assign(new Error('raw'), { code: 'ENOSPC' });
  expect(await runCommand(['--help'], hostWith(full))).toBe(2);
  expect(warnings).toEqual(['monitor: the output cannot be written: the disk is full']);
  const defect = new TypeError('a defect');
  await expect(runCommand(['--help'], hostWith(defect))).rejects.toBe(defect);
});

test('a table may have hundreds of thousands of rows', () => {
  const rows = Array.from({ length: 300_000 }, (_, row) => ({ row }));
  expect(tableOf(rows).slice(0, 20)).toBe('   row\n     0\n     1');
});

test('all queries of an empty recording are answered', async () => {
  for (const args of [['longest'], ['longer-than', '1'], ['late'], ['windows'], ['threads'], ['names']])
    expect(await run('query', 'empty', ...args)).toEqual({ code: 0, output: 'none\n', warnings: [] });
});

test('help names all queries', async () => {
  for (const args of [[], ['--help'], ['-h'], ['help'], ['query', '--help']]) {
    const { code, output } = await run(...args);
    expect(code).toBe(0);
    for (const name of ['longest', 'longer-than', 'late', 'windows', 'cause', 'threads', 'names'])
      expect(output).toContain(`\n  ${name}`);
  }
});

test.each<[string, readonly string[]]>([
  ['there is no command open; the commands are query and trace', ['open', 'x']],
  ['query: give the name of a file', ['query']],
  ['trace: give the name of a file', ['trace']],
  ['trace: one file is expected, got 2', ['trace', 'a', 'b']],
  ["Unknown option '--fast'", ['query', '--fast']],
  ["Option '--thread <value>' argument missing", ['query', 'game', 'names', '--thread']],
  ['--from must be a number, got "soon"', ['query', 'game', 'names', '--from', 'soon']],
  ['--to must be a number, got ""', ['query', 'game', 'names', '--to=']],
  ['query: give the name of a query after the file', ['query', 'game']],
  ['there is no query fastest; the queries are longest, longer-than, ', ['query', 'game', 'fastest']],
  ['there is no query constructor', ['query', 'game', 'constructor']],
  ['there is no thread x; the threads are main, worker', ['query', 'game', 'names', '--thread', 'x']],
  ['longer-than: give a number of ms', ['query', 'game', 'longer-than']],
  ['longer-than must be a number, got "x"', ['query', 'game', 'longer-than', 'x']],
  ['longest: COUNT must be a whole number ≥ 0, got 1.5', ['query', 'game', 'longest', '1.5']],
  ['longest: there is no argument 2', ['query', 'game', 'longest', '1', '2']],
  ['names: there is no argument 5', ['query', 'game', 'names', '5']],
  ['cause: give a time in ms, or "frame"', ['query', 'game', 'cause']],
  ['cause: give a time in ms, or "frame"', ['query', 'game', 'cause', '5', '6']],
  ['cause must be a number, got "x"', ['query', 'game', 'cause', 'x']],
  ['cause: no frame was late at 45 ms; the latest one is at 35 ms', ['query', 'game', 'cause', '45']],
  ['cause: the recording has no late frame', ['query', 'empty', 'cause', 'frame']],
  ['cause: the recording has no late frame', ['query', 'empty', 'cause', '5']],
  ['cause frame: RANK must be from 1 to 2, got 3', ['query', 'game', 'cause', 'frame', '3']],
  ['cause frame: RANK must be from 1 to 2, got 0.5', ['query', 'game', 'cause', 'frame', '0.5']],
  ['ENOENT cannot be read: there is no such file', ['query', 'ENOENT', 'names']],
  ['EISDIR cannot be read: it is a directory', ['trace', 'EISDIR']],
  ['EIO cannot be read: the system reports EIO', ['trace', 'EIO']],
  ['text cannot be read: the bytes are not a recording file', ['trace', 'text']],
])('an error is one line, and the exit code is 2: %s', async (message, args) => {
  const { code, output, warnings } = await run(...args);
  expect([code, output, warnings.length]).toEqual([2, '', 1]);
  expect(warnings[0]).toContain(`monitor: ${message}`);
  expect(warnings[0]).not.toContain('\n');
});

test.each([
  ['controls', 'longest'],
  ['controls', 'cause', 'frame', '--all'],
  ['controls', 'cause', 'frame', '2', '--all'],
  ['controls', 'threads'],
  ['controls', 'names'],
  ['controls', 'windows'],
  ['controls', 'cause', '1e9'],
  ['controls', 'longest', '--thread', '\u001B[2Jx\ny'],
  ['controls', 'longest', '--json'],
  ['controls', 'a\u001B[2J\nquery'],
  ['controls\u001B[2J\n', 'longest'],
])('names print no control characters and no lines of their own: %s %s', async (...args) => {
  const { output, warnings } = await run('query', ...args);
  expect(output.length + warnings.length).toBeGreaterThan(0);
  for (const text of [output.replaceAll('\n', ''), ...warnings])
    expect(text).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
  for (const line of output.split('\n')) expect(line).not.toMatch(/^\s*x/);
});

test('JSON restores names with control characters', async () => {
  const { output } = await run('query', 'controls', 'longest', '--json');
  const [{ name, thread: found }] = JSON.parse(output) as [RecordedEvent];
  expect(name).toBe('load\nlevel\u001B]0;title\u0007\u202E');
  expect(found).toBe('\u009B31mmain\r\n\u2028x');
});
