import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VirtualHost } from '@doha/loop/virtual';
import { endpointOfPort } from '../transport/endpoint.ts';
import { NONE } from '../transport/message-format.ts';
import { TaskKind } from './task-kind.ts';
import { NestedTaskSubmitter } from './nested-task-submitter.ts';
import { JobRunner } from '../worker/job-runner.ts';

describe.each([
  ['an object with a function', { run() {} }],
  ['a function', () => {}],
])('a nested task whose argument cannot be copied: %s', (_, argument) => {
  let errors: unknown[];
  let kind: TaskKind<(value: unknown) => unknown>;
  let close: () => void;

  beforeEach(() => {
    errors = [];
    const { port1, port2 } = new MessageChannel();
    const submitter = new NestedTaskSubmitter({
      send: (...call) => runner.send(...call),
      flushNow: () => runner.flushNow(),
      running: () => NONE,
      onError: (error) => errors.push(error),
    });
    const runner = new JobRunner(endpointOfPort(port1), {}, [], {
      host: new VirtualHost(),
      notSubmitted: (id, error) => submitter.notSubmitted(id, error),
    });
    kind = new TaskKind({ receiver: submitter, names: ['echo'], traces: false }, 'echo', {});
    close = () => {
      void runner.stop();
      port1.close();
      port2.close();
    };
  });
  afterEach(() => close());

  test('fails with the copy error, which `onError` does not get if `result` is read right after `submit`', async () => {
    const task = kind.submit([argument]);
    kind.submit([{}]); // sends the records that were written before
    await expect(task.result).rejects.toHaveProperty('name', 'DataCloneError');
    expect(errors).toEqual([]);
  });

  test('is reported to `onError` once if `result` is not read before the next microtask', async () => {
    const task = kind.submit([argument]);
    kind.submit([{}]);
    await Promise.resolve();
    expect(errors).toEqual([expect.objectContaining({ name: 'DataCloneError' })]);
    await expect(task.result).rejects.toBe(errors[0]);
    expect(errors).toHaveLength(1);
  });
});
