import { describe, expect, test } from 'vitest';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import type { Received } from './inbox.ts';
import type { Stream } from './stream.ts';

const link = { delay: 5, rate: 1000 };
const part = new Uint8Array(30_000);

/** An upload that the client has begun: about three of ten parts have arrived when it ends. */
class Upload {
  readonly pair: VirtualPair = new VirtualPair({ settings: { streamWindow: 2 ** 20 } });
  readonly sender: Stream;
  readonly got: Received[] = [];
  reader: Stream | undefined;
  hasLoopEnded = false;

  constructor(twoWay: boolean) {
    this.pair.server.onStream((stream) => {
      this.reader = stream;
      void this.#read(stream);
    });
    this.pair.connect(link);
    this.sender = this.pair.client.stream({ twoWay });
    for (let i = 0; i < 10; i++) this.sender.send(part);
    this.pass(100);
  }

  pass(time: number): void {
    this.pair.pass(time);
  }

  async #read(stream: Stream): Promise<void> {
    for await (const data of stream) this.got.push(data);
    this.hasLoopEnded = true;
  }

  /** Outcomes of the stream at its opener and at the peer, and whether the loop of the reader has ended. */
  async outcomes(): Promise<readonly (string | boolean)[]> {
    this.pass(10_000);
    const outcomes = await Promise.all([this.sender.ended, this.reader!.ended]);
    await new Promise(setImmediate); // the loop reads the messages that have arrived
    return [...outcomes, this.hasLoopEnded];
  }
}

/** Ways in which a stream can end, and the outcomes at its opener and at the peer. */
const endings: Readonly<
  Record<
    string,
    { end(upload: Upload): unknown; oneWay: readonly [string, string]; twoWay: readonly [string, string] }
  >
> = {
  'both endpoints close it': {
    end({ reader, sender }) {
      sender.close();
      reader!.close();
    },
    oneWay: ['closed', 'closed'],
    twoWay: ['closed', 'closed'],
  },
  'its sender closes it after it has cancelled a message': {
    end({ reader, sender }) {
      sender.send('x').cancel();
      sender.close();
      reader!.close();
    },
    oneWay: ['incomplete', 'incomplete'],
    twoWay: ['closed', 'incomplete'],
  },
  'its sender closes it, and then cancels a message': {
    end({ reader, sender }) {
      const last = sender.send('x');
      sender.close();
      last.cancel();
      reader!.close();
    },
    oneWay: ['incomplete', 'incomplete'],
    twoWay: ['closed', 'incomplete'],
  },
  'its sender closes it after a message has expired': {
    end(upload) {
      upload.sender.send(part, { expiresIn: 10 });
      upload.pass(20);
      upload.sender.close();
      upload.reader!.close();
    },
    oneWay: ['incomplete', 'incomplete'],
    twoWay: ['closed', 'incomplete'],
  },
  'its sender closes it after a message was replaced': {
    end({ reader, sender }) {
      sender.latest('key', 'old');
      sender.latest('key', 'new');
      sender.close();
      reader!.close();
    },
    oneWay: ['closed', 'closed'],
    twoWay: ['closed', 'closed'],
  },
  'its sender cancels it': {
    end: ({ sender }) => sender.cancel(),
    oneWay: ['cancelled', 'cancelled'],
    twoWay: ['cancelled', 'cancelled'],
  },
  'its sender closes it and cancels it while messages wait': {
    end({ sender }) {
      sender.close();
      sender.cancel();
    },
    oneWay: ['cancelled', 'cancelled'],
    twoWay: ['cancelled', 'cancelled'],
  },
  'its reader cancels it': {
    end: ({ reader }) => reader!.cancel(),
    oneWay: ['cancelled', 'cancelled'],
    twoWay: ['cancelled', 'cancelled'],
  },
  'the session of the sender is closed': {
    end: ({ pair }) => void pair.client.close(),
    oneWay: ['lost', 'lost'],
    twoWay: ['lost', 'lost'],
  },
  'the session of the reader is closed': {
    end: ({ pair }) => void pair.server.close(),
    oneWay: ['lost', 'lost'],
    twoWay: ['lost', 'lost'],
  },
  'both endpoints close it, and the session after it': {
    end({ pair, reader, sender }) {
      sender.close();
      reader!.close();
      void pair.client.close();
    },
    oneWay: ['closed', 'closed'],
    twoWay: ['closed', 'closed'],
  },
  'it is closed after a message was sent in a session that is closing': {
    end({ pair, reader, sender }) {
      void pair.client.close();
      expect(sender.send(part).status).toBe('lost');
      sender.close();
      reader!.close();
    },
    oneWay: ['incomplete', 'incomplete'],
    twoWay: ['closed', 'incomplete'],
  },
  'the sender terminates the session': {
    end: ({ pair }) => pair.client.terminate(),
    oneWay: ['lost', 'lost'],
    twoWay: ['lost', 'lost'],
  },
  'the reader terminates the session': {
    end: ({ pair }) => pair.server.terminate(),
    oneWay: ['lost', 'lost'],
    twoWay: ['lost', 'lost'],
  },
  'its sender closes it, and the session is terminated before all has arrived': {
    end({ pair, sender }) {
      sender.close();
      pair.client.terminate();
    },
    oneWay: ['lost', 'lost'],
    twoWay: ['lost', 'lost'],
  },
  'the memory of the reader is needed': {
    end: ({ pair }) => pair.server.endForMemory('the memory is needed'),
    oneWay: ['lost', 'lost'],
    twoWay: ['lost', 'lost'],
  },
};

describe.each(['oneWay', 'twoWay'] as const)(
  'both endpoints of a stream that is %s get its outcome',
  (kind) => {
    test.each(Object.keys(endings))('if %s', async (name) => {
      const ending = endings[name]!;
      const upload = new Upload(kind === 'twoWay');
      await Promise.resolve();
      ending.end(upload);
      expect(await upload.outcomes()).toEqual([...ending[kind], true]);
    });
  },
);

test('a cancelled upload drops unsent messages, and its reader keeps the messages that have arrived', async () => {
  const upload = new Upload(false);
  const messages = Array.from({ length: 20 }, () => upload.sender.send(part));
  upload.sender.cancel();
  expect(upload.pair.client.queued).toBe(0);
  expect(upload.sender.send('more').status).toBe('cancelled');
  upload.sender.close();
  expect(await upload.outcomes()).toEqual(['cancelled', 'cancelled', true]);
  expect(messages.map(({ status }) => status)).toEqual(Array(20).fill('cancelled'));
  const { messagesDelivered } = upload.pair.client.statistics;
  expect(messagesDelivered).toBeGreaterThan(0);
  expect(upload.got).toHaveLength(messagesDelivered);
});

test('the reader of a cancelled upload learns of it after a failover, too', async () => {
  const upload = new Upload(false);
  upload.sender.cancel();
  upload.pair.links[0]!.kill(0, 0);
  upload.pass(100);
  upload.pair.connect(link);
  expect(await upload.outcomes()).toEqual(['cancelled', 'cancelled', true]);
  expect(upload.got).toHaveLength(upload.pair.client.statistics.messagesDelivered);
});

test('streams that their sender cancels are released at both endpoints, one-way and two-way', () => {
  const pair = new VirtualPair({ settings: { maxStreams: 16 } });
  pair.connect(link);
  pair.server.onStream(() => {});
  for (let i = 0; i < 100; i++) {
    const stream = pair.client.stream({ twoWay: i % 2 === 0 });
    stream.send('x');
    stream.cancel();
    pair.pass(50);
  }
  expect([pair.client.endpoint.isClosed, pair.server.endpoint.isClosed]).toEqual([false, false]);
});

test('a server that cancels a two-way stream ends the loop of the client', async () => {
  const pair = new VirtualPair();
  pair.server.onStream((stream) => {
    stream.send('the beginning of an answer');
    stream.onMessage(() => stream.cancel());
  });
  pair.connect(link);
  const question = pair.client.stream({ twoWay: true });
  pair.pass(100);
  question.send('?');
  pair.pass(100);
  const answers: Received[] = [];
  for await (const answer of question) answers.push(answer);
  expect(answers).toEqual(['the beginning of an answer']);
  expect(await question.ended).toBe('cancelled');
  expect(question.send('more').status).toBe('cancelled');
});

test('an endpoint that leaves the loop over a two-way stream can still answer', async () => {
  const pair = new VirtualPair();
  pair.server.onStream(async (stream) => {
    for await (const data of stream) if (data === 'enough') break;
    stream.send('answer');
    stream.close();
  });
  pair.connect(link);
  const question = pair.client.stream({ twoWay: true });
  for (const text of ['a', 'enough', 'b']) question.send(text);
  for (let i = 0; i < 5; i++) {
    pair.pass(50);
    await new Promise(setImmediate);
  }
  const answers: Received[] = [];
  for await (const answer of question) answers.push(answer);
  expect([answers, await question.ended]).toEqual([['answer'], 'closed']);
});

test('a closed stream becomes lost when its unread messages are dropped for lack of memory', async () => {
  const pair = new VirtualPair();
  let reader: Stream | undefined;
  pair.server.onStream((stream) => (reader = stream));
  pair.connect(link);
  const sender = pair.client.stream({ twoWay: true });
  sender.send('unread');
  sender.close();
  pair.pass(100);
  expect(await reader!.ended).toBe('closed');
  pair.server.endForMemory('the memory is needed');
  expect(await reader!.ended).toBe('lost');
});

test.each<[string, (pair: VirtualPair) => void]>([
  ['its sender terminates the session', ({ client }) => client.terminate()],
  ['its reader terminates the session', ({ server }) => server.terminate()],
  [
    'the connection is lost and both endpoints give up',
    ({ client, links, server }) => {
      links[0]!.kill(0, 0);
      for (const session of [client, server]) session.terminate();
    },
  ],
])(
  'at whatever time %s, a stream that is closed for its sender is closed for its reader',
  async (_, endSession) => {
    const seen = new Set<string>();
    for (let time = 0; time < 60; time++) {
      const pair = new VirtualPair();
      let reader: Stream | undefined;
      pair.server.onStream((stream) => (reader = stream));
      pair.connect(link);
      const sender = pair.client.stream();
      sender.send('everything');
      sender.close();
      pair.pass(time);
      endSession(pair);
      pair.pass(100_000);
      const outcomes = await Promise.all([sender.ended, reader?.ended ?? 'lost']);
      seen.add(outcomes.join(' and '));
      if (outcomes[0] === 'closed') expect(outcomes[1], `after ${time} ms`).toBe('closed');
    }
    expect([...seen]).toEqual(expect.arrayContaining(['closed and closed', 'lost and lost']));
  },
);

test('a stream that is opened after the session has ended is lost', async () => {
  const pair = new VirtualPair();
  pair.client.terminate();
  expect(await pair.client.stream().ended).toBe('lost');
  expect(await pair.client.stream({ twoWay: true }).ended).toBe('lost');
});

test('a record that closes a stream with an unknown value is invalid', async () => {
  const pair = new VirtualPair();
  pair.connect(link);
  pair.client.stream();
  pair.client.scheduler.sendControl((writer) => writer.closeStream(2, 3));
  pair.client.endpoint.wake();
  pair.pass(100);
  expect((await pair.client.closed).reason).toBe(
    'invalid frame: stream 2 is closed with the unknown value 3',
  );
});
