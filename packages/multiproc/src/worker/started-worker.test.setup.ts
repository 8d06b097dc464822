import { type Thrown, unpackThrown } from '../transport/thrown.ts';
import { Code, type Message, messageOf, NONE, recordsOf } from '../transport/message-format.ts';
import { Timeline } from '../virtual/timeline.ts';
import { virtualChannel } from '../virtual/virtual-channel.ts';
import type { VirtualThread } from '../virtual/virtual-thread.ts';
import type { TaskFunction } from '../task/task-function.ts';
import { JobRunner } from './job-runner.ts';
import type { WorkerProbe } from './worker-probe.ts';

/** The end of a task that a worker reported, with its time in ms. */
export interface End {
  readonly code: number | undefined;
  readonly id: number | undefined;
  readonly time: number;
}

export type Exposed = Readonly<Record<string, TaskFunction>>;
export type Call = readonly [name: string, ...args: number[]];

/** A worker on simulated time, and its reports. Messages take no time. */
export function startWorker(
  exposed: (worker: VirtualThread) => Exposed,
  failed: (failure: unknown) => void = () => {},
  probe?: WorkerProbe,
): {
  /** Sends records to the worker in one message, `delay` ms from now. */
  readonly send: (records: Message, delay?: number) => void;
  /**
   * Advances simulated time until nothing is left to do. Returns the ends of tasks that were
   * reported, with times from the call on.
   */
  readonly settle: () => End[];
  /** The results that were reported during the last `settle`, by the ids of their tasks. */
  readonly values: () => ReadonlyMap<number, unknown>;
  /** The ids of generators that have reported a yield. */
  readonly yielding: readonly (number | undefined)[];
  /** The ids of tasks that were reported as waiting, with their work time in ms. */
  readonly waiting: readonly (readonly number[])[];
  readonly names: readonly string[];
  readonly reports: readonly unknown[];
} {
  const timeline = new Timeline(Infinity);
  const [main, worker] = [timeline.thread(), timeline.thread()];
  const [end, otherEnd] = virtualChannel({ thread: main, message: 0 }, { thread: worker, message: 0 }, 0);
  const functions = exposed(worker);
  const reports: unknown[] = [];
  const yielding: (number | undefined)[] = [];
  const waiting: (readonly number[])[] = [];
  let ends: End[] = [];
  const values = new Map<number, unknown>();
  end.listen({
    message(message) {
      for (const record of recordsOf(message as Message)) {
        const [code, id] = record.words;
        if (code === Code.done) values.set(id!, record.values[0]);
        if (code === Code.failed) failed(unpackThrown(record.values[0] as Thrown));
        if (code === Code.waits) waiting.push(record.words.slice(1));
        if (code === Code.call) reports.push(unpackThrown(record.values[1] as Thrown));
        else if (code === Code.yields) yielding.push(id);
        else if (code !== Code.runTimes && code !== Code.ready) ends.push({ code, id, time: timeline.now });
      }
    },
    lost: () => {},
  });
  worker.at(0, () => void new JobRunner(otherEnd, functions, [], { host: worker, probe }));
  timeline.run();
  return {
    names: Object.keys(functions),
    reports,
    yielding,
    waiting,
    values: () => values,
    send: (records, delay = 0) => main.at(timeline.now + delay, () => end.post(records, [])),
    settle() {
      const began = timeline.now;
      ends = [];
      values.clear();
      timeline.run();
      return ends.map(({ code, id, time }) => ({ code, id, time: time - began }));
    },
  };
}

/** Makes a worker run functions, all in one message. The index of a call is its id. */
export function run({ names, send, settle }: ReturnType<typeof startWorker>, calls: readonly Call[]): End[] {
  const words = calls.flatMap(([name, ...args], id) => {
    return [Code.run, id, names.indexOf(name), 0, NONE, 1, args.length];
  });
  send(
    messageOf(
      words,
      calls.flatMap(([, ...args]) => args),
    ),
  );
  return settle();
}
