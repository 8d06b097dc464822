import { afterEach, describe, expect, test } from 'vitest';
import { VirtualHost } from '@doha/loop/virtual';
import type { Endpoint, EndpointListener } from '../transport/endpoint.ts';
import { Code, type Message, messageOf, NONE, recordsOf } from '../transport/message-format.ts';
import { isPlainThrown, packThrown, type Thrown, unpackThrown } from '../transport/thrown.ts';
import { WorkerConnection } from '../pool/worker-connection.ts';
import { Scheduler } from '../scheduler/scheduler.ts';
import type { TaskFunction } from '../task/task-function.ts';
import { JobRunner } from './job-runner.ts';

// A platform may refuse to send a value that could be copied before, for example for lack of memory.

interface RefusingEndpoint {
  readonly endpoint: Endpoint;
  /** The names or codes of the sent records, and the thrown values. */
  readonly posted: (readonly [what: unknown, error: unknown])[];
  readonly receive: (message: Message) => void;
}

/** An endpoint that refuses to send thrown values, except errors without properties,
 * which have only name, message and stack. `refusesAll`: these as well. */
function refusingEndpoint(refusesAll = false): RefusingEndpoint {
  const posted: [unknown, unknown][] = [];
  let listener: EndpointListener | undefined;
  const endpoint: Endpoint = {
    post(message) {
      for (const { values, words } of recordsOf(message as Message)) {
        const thrown = values.find(isThrown);
        if (thrown === undefined) continue;
        if (refusesAll || !isPlainThrown(thrown)) throw new DOMException('no memory', 'DataCloneError');
        posted.push([words[0] === Code.call ? values[0] : words[0], unpackThrown(thrown)]);
      }
    },
    listen: (given) => (listener = given),
    close: () => Promise.resolve(),
  };
  return { endpoint, posted, receive: (message) => listener!.message(message) };
}

function isThrown(value: unknown): value is Thrown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && ('error' in value || 'list' in value || 'value' in value);
}

const rich = (): Error => Object.assign(new RangeError('full', { cause: new Error('why') }), { bytes: 5 });

describe('an error that cannot be copied', () => {
  let runner: JobRunner | undefined;
  afterEach(() => runner?.stop());

  function serve(
    refusing: RefusingEndpoint,
    functions: Readonly<Record<string, TaskFunction>> = {},
  ): JobRunner {
    return (runner = new JobRunner(refusing.endpoint, functions, [], { host: new VirtualHost() }));
  }

  test.each([
    ['an error', rich(), 'full'],
    ['a value', { bytes: 5 }, 'DataCloneError: no memory'],
    ['a list', [rich()], 'DataCloneError: no memory'],
  ])('fails its task with an error that has only texts: %s', (_, thrown, message) => {
    const refusing = refusingEndpoint();
    const fail = (): never => {
      throw thrown;
    };
    serve(refusing, { fail });
    refusing.receive(messageOf([Code.run, 0, 0, 0, NONE, 1, 0, Code.run, 1, 0, 0, NONE, 1, 0], []));
    expect(refusing.posted.map(([code]) => code)).toEqual([Code.failed, Code.failed]);
    for (const [, error] of refusing.posted) expect((error as Error).message).toBe(message);
  });

  test('is reported as an error that has only texts, and so is the error of an acceptor', () => {
    const refusing = refusingEndpoint();
    const server = serve(refusing);
    server.report(rich());
    server.send('failed', [3, packThrown(rich())]);
    server.flushNow();
    expect(refusing.posted).toEqual([
      ['report', new RangeError('full')],
      ['failed', new RangeError('full')],
    ]);
  });

  test('is not reported if its texts cannot be copied either', () => {
    const refusing = refusingEndpoint(true);
    const server = serve(refusing);
    server.report(rich());
    server.report(new Error('no more'));
    expect(refusing.posted).toEqual([]);
  });

  test('ends the nested task of a worker with an error that has only texts', () => {
    const refusing = refusingEndpoint();
    const connection = new WorkerConnection(new Scheduler({ send: () => {} }).add(0), refusing.endpoint, [], {
      refused: () => {},
      onError: () => {},
      sharesMemory: false,
    });
    connection.send('ended', [7, 'failed', packThrown(rich())]);
    connection.flush();
    expect(refusing.posted).toEqual([['ended', new RangeError('full')]]);
  });
});
