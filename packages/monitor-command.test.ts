import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleForNode } from './bundle-for-node.ts';

let folder: string;
let file: string;
let command: string;

interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function node(...args: readonly string[]): Result {
  return spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
}

function query(...args: readonly string[]): Result {
  return node(command, 'query', file, ...args);
}

function jsonOf<Value>(...args: readonly string[]): Value {
  const { status, stderr, stdout } = query(...args, '--json');
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Value;
}

interface Found {
  readonly kind: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly lateness: number;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doha-monitor-'));
  file = join(folder, 'game.doha');
  command = await bundleForNode('packages/monitor/src/command.ts');
  const program = await bundleForNode('packages/monitor/src/command/record-file.test.setup.ts');
  const { status, stderr } = node(program, file);
  if (status !== 0) throw new Error(stderr);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the longest callbacks are printed, as a table and as JSON', () => {
  const { status, stdout } = query('longest', '2');
  expect(status).toBe(0);
  const [head, first, ...rest] = stdout.trimEnd().split('\n');
  expect(head).toMatch(/^ *start, ms +took, ms +kind +thread +name/);
  expect(first).toMatch(/^ *\d+\.\d{3} +\d+\.\d{3} +task +main +block/);
  expect(rest.length).toBe(1);
  const [longest] = jsonOf<Found[]>('longest', '1');
  expect(longest).toMatchObject({ kind: 'task', name: 'block', thread: 'main' });
  expect(longest!.end - longest!.start).toBeGreaterThanOrEqual(30);
});

test('late timers are printed', () => {
  const found = jsonOf<Found[]>('late', '5');
  expect(found[0]!.lateness).toBeGreaterThan(5);
  expect(found.every(({ kind }) => kind === 'timer')).toBe(true);
  expect(found[0]!.name).toBe('tick');
});

test('windows with cancelled updates are printed', () => {
  const found = jsonOf<{ cancelled: number }[]>('windows');
  expect(found.length).toBe(1); // the second window has not ended
  expect(found[0]!.cancelled).toBeGreaterThan(0);
});

test('the cause of the latest frame and of a frame at a time is printed', () => {
  const [late] = jsonOf<Found[]>('late', '5');
  for (const args of [
    ['cause', 'frame'],
    ['cause', `${late!.start - 1}`],
  ]) {
    const { status, stdout } = query(...args);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^The timer tick on main was due at \d+\.\d{3} ms, and began \d+\.\d{3} ms late\.\n/,
    );
    const [, , first] = stdout.split('\n');
    expect(first).toMatch(/^ *\d+\.\d{3} +\S+ +span +parse +.*within task block → within turn$/);
  }
});

test('a trace for Perfetto is written', () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [command, 'trace', file]);
  expect([status, stderr.toString()]).toEqual([0, '']);
  expect(stdout.toString('latin1')).toContain('block');
  expect(stdout[0]).toBe(0x0a); // the field `packet` of a trace
});

test('a compressed file is read, and a file that was cut off with a warning', () => {
  const [zipped, cut] = [join(folder, 'game.doha.gz'), join(folder, 'cut.doha')];
  const bytes = readFileSync(file);
  writeFileSync(zipped, gzipSync(bytes));
  writeFileSync(cut, bytes.subarray(0, -3));
  expect(node(command, 'query', zipped, 'names').stdout).toBe(query('names').stdout);
  const result = node(command, 'query', cut, 'names');
  expect(result).toMatchObject({
    status: 0,
    stderr: `monitor: ${cut} was cut off; its last part is missing\n`,
  });
  expect(result.stdout).toBe(query('names').stdout);
});

test('an error is one line, and the exit code is 2', () => {
  const other = join(folder, 'other.json');
  writeFileSync(other, '{}');
  expect(node(command, 'query', other, 'names')).toMatchObject({
    status: 2,
    stderr: `monitor: ${other} cannot be read: the bytes are not a recording file: they begin with "{}"\n`,
  });
  expect(query('fastest')).toMatchObject({ status: 2, stdout: '' });
  expect(query('fastest').stderr).toMatch(/^monitor: there is no query fastest[^\n]+\n$/);
});

test('each file that is not a recording, or a part of one, gives one line', () => {
  const unreadable: Readonly<Record<string, readonly [bytes: Uint8Array, reason: string]>> = {
    empty: [new Uint8Array(), 'expected a recording file, got no bytes'],
    log: [
      Uint8Array.of(0x44, 0x4f, 0x48, 0x52, 1, 0, 0, 0, 0),
      'expected a recording file, got the log of a RecordedSession, which Replay reads',
    ],
    short: [
      readFileSync(file).subarray(0, 5),
      'a recording file has at least 8 bytes, but the bytes end after 5',
    ],
    damaged: [readFileSync(file).with(11, 200), 'the chunk at byte 8 is damaged'],
  };
  for (const [name, [bytes, reason]] of Object.entries(unreadable)) {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    for (const args of [
      ['query', path, 'names'],
      ['trace', path],
    ])
      expect(node(command, ...args)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: `monitor: ${path} cannot be read: ${reason}\n`,
      });
  }
  for (const [path, reason] of [
    [folder, 'it is a directory'],
    [join(folder, 'missing'), 'there is no such file'],
    [join(file, 'inner'), 'a part of the path is not a directory'],
  ] as const)
    expect(node(command, 'query', path, 'names')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: `monitor: ${path} cannot be read: ${reason}\n`,
    });
});

test.runIf(existsSync('/dev/full'))('a full disk under the output gives one line', () => {
  for (const args of [`trace '${file}'`, `query '${file}' names`, '--help']) {
    const { status, stderr } = spawnSync('sh', [
      '-c',
      `'${process.execPath}' '${command}' ${args} > /dev/full`,
    ]);
    expect([status, stderr.toString()]).toEqual([
      2,
      'monitor: the output cannot be written: the disk is full\n',
    ]);
  }
});

test('help is printed, also if the reader of the pipe ends early', () => {
  expect(node(command, '--help')).toMatchObject({ status: 0, stderr: '' });
  const { status, stderr } = spawnSync('sh', [
    '-c',
    `'${process.execPath}' '${command}' trace '${file}' | head -c 1`,
  ]);
  expect([status, stderr.toString()]).toEqual([0, '']);
});
