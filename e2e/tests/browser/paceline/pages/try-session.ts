import { type ConnectOptions, Paceline, type Received, type Session } from '@doha/paceline';
import { expect } from 'chai';

/** Connects to the server of `session-server.ts`. */
type Connect = (options?: ConnectOptions) => Promise<Session>;

/** Runs all checks with the server at `url`. Returns 'passed' or the error message by the name of the check. */
export async function trySession(url: string): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  for (const [name, check] of Object.entries(checks)) results[name] = await resultOf(check, url);
  return results;
}

async function resultOf(check: (connect: Connect) => Promise<void>, url: string): Promise<string> {
  const sessions: Session[] = [];
  try {
    await check(async (options) => {
      const session = await Paceline.connect(url, options);
      sessions.push(session);
      return session;
    });
    return 'passed';
  } catch (error) {
    return (error as Error).message;
  } finally {
    for (const session of sessions) session.terminate();
  }
}

const checks: Readonly<Record<string, (connect: Connect) => Promise<void>>> = {
  async 'texts and bytes arrive unchanged'(connect) {
    const session = await connect();
    const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => i);
    for (const data of [
      '',
      'grüß 🙂',
      bytes.buffer,
      bytes.subarray(1, 3),
      new DataView(bytes.buffer, 250, 10),
    ])
      session.send(data);
    session.send(new Uint8Array());
    const heard = await take(session, 6);
    expect(heard.slice(0, 2)).to.deep.equal(['', 'grüß 🙂']);
    expect(isSame(heard[2]!, bytes)).to.equal(true);
    expect(heard[3]).to.deep.equal(Uint8Array.of(1, 2));
    expect(heard[4]).to.deep.equal(bytes.slice(250, 260));
    expect(heard[5]).to.deep.equal(new Uint8Array());
  },

  async 'an error of a listener fires an error event, and the other listeners are called'(connect) {
    const session = await connect();
    const reported = new Promise((resolve) => {
      const heard = (event: ErrorEvent): void => {
        event.preventDefault();
        resolve(event.error);
      };
      addEventListener('error', heard, { once: true });
    });
    const fault = new Error('listener');
    session.onMessage(() => {
      throw fault;
    });
    const heard = new Promise((resolve) => session.onMessage(resolve));
    session.send('hello');
    expect(await Promise.all([reported, heard])).to.deep.equal([fault, 'hello']);
  },

  async 'shared memory can be sent'(connect) {
    if (typeof SharedArrayBuffer === 'undefined') return;
    const session = await connect();
    const bytes = new Uint8Array(new SharedArrayBuffer(4));
    bytes.set([1, 2, 3, 4]);
    session.send(bytes.subarray(1));
    expect(await take(session, 1)).to.deep.equal([Uint8Array.of(2, 3, 4)]);
  },

  async 'messages are sent by priority, and only the newest message of a key is sent'(connect) {
    const session = await connect();
    session.send('usual');
    const first = session.latest('state', 'state 1');
    session.send('urgent', { priority: 1 });
    session.latest('state', 'state 2');
    session.send('idle', { priority: -1 });
    expect(await take(session, 4)).to.deep.equal(['urgent', 'usual', 'state 2', 'idle']);
    expect(await first.delivered).to.equal('superseded');
  },

  async 'a message that has not been sent can be cancelled'(connect) {
    const session = await connect();
    const gone = session.send('gone');
    expect(gone.cancel()).to.equal(true);
    const stays = session.send('stays');
    expect(await take(session, 1)).to.deep.equal(['stays']);
    expect(await stays.delivered).to.equal('delivered');
    expect(await gone.delivered).to.equal('cancelled');
    expect(stays.cancel()).to.equal(false);
  },

  async 'a receiver that does not read blocks the sender, and expired messages are not sent'(connect) {
    const session = await connect();
    session.send('stop reading');
    for (let i = 0; i < 8; i++) session.send(new Uint8Array(100_000));
    const stale = session.send('stale', { expiresIn: 20 });
    let isReady = false;
    const ready = session.ready.then(() => (isReady = true));
    expect(await stale.delivered).to.equal('expired');
    expect(isReady).to.equal(false);
    expect(session.queued).to.be.above(2 ** 16);
    const other = await connect();
    other.send('resume reading');
    await ready;
    session.send('last');
    const heard = await take(session, 9);
    expect(heard.map(({ length }) => length)).to.deep.equal([...Array<number>(8).fill(100_000), 4]);
  },

  async 'streams work in both directions, and end after all their messages'(connect) {
    const session = await connect();
    const chat = session.stream({ label: 'chat', weight: 2, fairness: 'quality', twoWay: true });
    for (const text of ['one', 'two', 'end']) chat.send(text);
    expect(await takeAll(chat)).to.deep.equal(['chat: one', 'chat: two']);
    const opened = new Promise<Received[]>((resolve) => {
      session.onStream((stream) => void takeAll(stream).then((all) => resolve([stream.label, ...all])));
    });
    session.send('open a stream');
    expect(await opened).to.deep.equal(['from the server', 'first', Uint8Array.of(2)]);
  },

  async 'cutting all connections of a session with a standby loses no message'(connect) {
    await surviveCuts(await connect());
  },

  async 'cutting the connections of a session without standbys loses no message'(connect) {
    await surviveCuts(await connect({ standbys: 0 }));
  },

  async 'a session closes with code and reason after all messages have arrived'(connect) {
    const session = await connect();
    const large = session.send(new Uint8Array(200_000));
    expect(await session.close({ code: 3001, reason: 'bye' })).to.deep.equal({ code: 3001, reason: 'bye' });
    expect(large.status).to.equal('delivered');
    const other = await connect();
    other.send('send the last close');
    expect(await take(other, 1)).to.deep.equal(['{"code":3001,"reason":"bye"}']);
    other.send('close the session');
    expect(await other.closed).to.deep.equal({ code: 4001, reason: 'gone' });
    expect(other.send('too late').status).to.equal('lost');
  },

  async 'statistics count messages, bytes and connections'(connect) {
    const session = await connect();
    session.send('12345');
    await take(session, 1);
    const { bytesReceived, bytesSent, connections, messagesReceived, roundTripTime, wireBytesSent } =
      session.statistics;
    expect([bytesSent, messagesReceived, bytesReceived]).to.deep.equal([5, 1, 5]);
    expect(connections).to.be.within(1, 2);
    expect(roundTripTime).to.be.within(0, 10_000);
    expect(wireBytesSent).to.be.within(5 + 6, 200);
  },
};

/** Sends numbered messages while connections are cut. Expects each message back once, in order. */
async function surviveCuts(session: Session): Promise<void> {
  const sent = Array.from({ length: 600 }, (_, i) => `${i}`.padEnd(1500));
  for (const [i, text] of sent.entries()) {
    session.send(text);
    if (i % 200 === 100) {
      session.send('cut all connections');
      await session.ready;
    }
  }
  expect(await take(session, sent.length)).to.deep.equal(sent);
  expect(session.statistics.connectionsMade).to.be.above(2);
}

/** Returns the next `count` messages. */
async function take(session: Session, count: number): Promise<Received[]> {
  const heard: Received[] = [];
  for await (const data of session) if (heard.push(data) === count) break;
  return heard;
}

async function takeAll(stream: AsyncIterable<Received>): Promise<Received[]> {
  const heard: Received[] = [];
  for await (const data of stream) heard.push(data);
  return heard;
}

// Compares bytes here, because a failed assertion of the whole arrays would print them.
function isSame(one: Received, other: Uint8Array): boolean {
  return one.length === other.length && other.every((byte, i) => one[i] === byte);
}
