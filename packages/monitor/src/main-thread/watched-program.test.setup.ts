import { execFileSync } from 'node:child_process';
import inspector from 'node:inspector';
import threads from 'node:worker_threads';
import { syncBuiltinESMExports } from 'node:module';
import { EventLoop, Task } from '@doha/loop';
import { Recorder } from '../recording/recorder.ts';
import { type MainThreadSection, watchMainThread } from './watch-main-thread.ts';

// The module of a process that is watched. Its first argument is the name of a program below. Most programs print the first section whose JSON contains the
// second argument: on a busy machine, other sections may be long, too.

const [, path, program, wanted = ''] = process.argv;
const print = (value: unknown): unknown => process.stdout.write(`${JSON.stringify(value)}\n`);

const programs: Readonly<Record<string, () => unknown>> = {
  spins: async () => {
    const recorder = new Recorder();
    const loop = new EventLoop({ probe: recorder.loop() });
    print(await sectionOf(() => loop.submit(new Task(findPath), 1), recorder));
  },

  'spins often': async () => {
    const sections: MainThreadSection[] = [];
    const stop = watchMainThread({ limit: 100, found: (section) => sections.push(section) });
    let spins = 0;
    while (spins < 3 || sections.length < 2) {
      await settled();
      findPath();
      spins++;
    }
    await settled();
    stop();
    const named = sections.filter(({ stack }) => stack.some(({ name }) => name === 'findPath'));
    const isInOrder = sections.every(({ start }, i) => i === 0 || start >= sections[i - 1]!.end);
    print({ isInOrder, isOnce: named.length <= spins });
  },

  'runs another program': async () => {
    const waitAndSpin = (): void => {
      execFileSync(process.execPath, ['-e', 'setTimeout(() => {}, 300)']);
      findPath(); // has not taken the time that made the section long
    };
    print(await sectionOf(waitAndSpin));
  },

  'has a debugger': async () => {
    inspector.open(0);
    print(await sectionOf(findPath));
    inspector.close();
  },

  'is watched twice': async () => {
    const other = sectionOf(() => {});
    const section = await sectionOf(findPath);
    print([await other, section].length);
  },

  'has a callback that throws': async () => {
    const errors: Error[] = [];
    const stop = watchMainThread({
      limit: 40,
      found: () => {
        errors.push(new Error('broken'));
        throw errors.at(-1);
      },
    });
    while (errors.length < 2) {
      await settled();
      findPath();
    }
    stop();
    print('goes on');
  },

  'loses the watching thread': async () => {
    const watchers: threads.Worker[] = [];
    replaceWorker((code) => code, watchers);
    const spin = async (): Promise<void> => {
      await watchers[0]!.terminate();
      findPath();
    };
    print(await sectionOf(spin));
  },

  'loses the watching thread in the pause': async () => {
    const watchers: threads.Worker[] = [];
    replaceWorker((code) => code.replace('session.disconnect()', 'process.exit(5)'), watchers);
    watchMainThread({ limit: 40, found: () => {} });
    const codes: number[] = [];
    watchers[0]!.once('exit', (code) => codes.push(code));
    while (codes.length === 0) {
      await settled();
      findPath();
    }
    print(codes[0]);
  },

  'has a watching thread that fails in the pause': async () => {
    replaceWorker((code) => code.replace('params.callFrames', 'params.missing'));
    print(await sectionOf(findPath));
  },

  'does nothing': () => watchMainThread({ found: print }),

  'stops at once': () => watchMainThread({ found: print })(),

  'exits in a section': () => {
    watchMainThread({ limit: 20, found: print });
    setTimeout(() => {
      findPath();
      process.exit(0);
    }, 200);
  },

  'watches a worker': () => {
    const worker = new threads.Worker(path!, { argv: ['is a worker'] });
    worker.on('error', ({ message }) => print(message));
  },

  'is a worker': () => watchMainThread({ found: print }),
};

/** Calls a function until a section contains the wanted text, and resolves with this section. */
async function sectionOf(spin: () => unknown, recorder?: Recorder): Promise<MainThreadSection> {
  const sections: MainThreadSection[] = [];
  const isWanted = (section: MainThreadSection): boolean => JSON.stringify(section).includes(wanted);
  const stop = watchMainThread({ limit: 100, found: (section) => sections.push(section), recorder });
  while (!sections.some(isWanted)) {
    await settled();
    await spin();
  }
  stop();
  return sections.find(isWanted)!;
}

/** Gives the watching thread time to start, to see beats, and to answer. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 300));
}

function findPath(): void {
  const end = performance.now() + 300;
  while (performance.now() < end);
}

/** Changes the code of threads that are started later. */
function replaceWorker(change: (code: string) => string, started: threads.Worker[] = []): void {
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(code: string, options: threads.WorkerOptions) {
      super(change(code), options);
      started.push(this);
    }
  };
  syncBuiltinESMExports();
}

await programs[program!]!();
