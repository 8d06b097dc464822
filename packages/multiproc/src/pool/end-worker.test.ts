import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '../transport/endpoint.ts';
import { Code, envelopeOf } from '../transport/envelope.ts';
import { Crew } from './crew.ts';
import { Joined } from './join.ts';
import type { Member } from './member.ts';
import { RemoteTask } from '../task/remote-task.ts';

// A worker that is ended on a platform that still delivers what it has sent.

const reason = new Error('it sent worker 1 a message that cannot be read');

let crew: Crew;
let member: Member;
let host: VirtualHost;
let joined: Joined;
let ended: Error[]; // reasons that the platform was given
let told: unknown[];

beforeEach(() => {
  [ended, told] = [[], []];
  host = new VirtualHost();
  crew = new Crew({
    window: 8,
    loop: new EventLoop({ host }),
    atEndOfTurn: queueMicrotask,
    afterMessages: (callback) => callback(),
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory: false,
    attach: () => ({ receivers: [], detach: () => {} }),
    onError: (error) => told.push(error),
  });
  const endpoint: Endpoint = {
    post: () => {},
    listen: () => {},
    close: async () => {},
    end: (given) => void ended.push(given),
  };
  joined = new Joined(endpoint, ['add']);
  void crew.enlist(0, joined);
  member = crew.members.get(0)!;
  joined.hear((to) => to.message(envelopeOf([Code.pong], [])));
});

test('what an ended worker has sent still arrives, and it is lost for the given reason once its thread has ended', async () => {
  const [done, unfinished] = [call(), call()];
  crew.end(member, reason);
  crew.end(member, new Error('again'));
  expect([ended, told]).toEqual([[reason], []]);
  joined.hear((to) => to.message(envelopeOf([Code.done, 0], [2])));
  expect(await done.result).toEqual({ status: 'done', value: 2 });
  joined.hear((to) => to.lost(reason));
  await expect(unfinished.result).rejects.toThrow(`worker 0 was lost: ${reason.message}`);
  expect(told.map(String)).toEqual([`WorkerLostError: worker 0 was lost: ${reason.message}`]);
});

test('a call to a worker that is being ended says why', async () => {
  crew.end(member, reason);
  await expect(call().result).rejects.toThrow(`${reason.message}; another one is being started`);
});

test('an ended worker whose thread goes on is given up after a second', () => {
  crew.end(member, reason);
  host.advanceTo(999);
  expect(crew.members.get(0)).toBe(member);
  host.advanceTo(1000);
  expect(crew.members.get(0)).toBeUndefined();
});

test('to end a worker that was lost before has no effect', () => {
  crew.lose(member, new Error('crashed'));
  crew.end(member, reason);
  expect(ended).toEqual([]);
});

function call(): RemoteTask {
  const task = new RemoteTask({ owner: crew, name: 'add' }, [1, 1], {}, true);
  void task.result.catch(() => {});
  crew.call(0, task);
  return task;
}
