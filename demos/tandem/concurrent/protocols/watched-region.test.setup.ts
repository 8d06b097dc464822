import { join, type SharingWorker } from '@doha/multiproc/shared';
import { expose } from '@doha/multiproc/worker';
import { Recorder, type RecordingData } from '@doha/monitor';
import type { Watch } from '@doha/monitor/protocol';
import { type Region, regionFunctions } from '../region.ts';
import { homeProtocol } from './home-protocol.ts';
import { regionProtocol } from './region-protocol.ts';

// The worker module of a region whose messages are checked against the protocols. The region itself is unchanged.

/** The messages of a region's thread until now. */
export interface Traffic {
  /** The state of the session with the page. */
  readonly state: string;
  readonly violations: readonly string[];
  /** Number of messages that were sent and received, by their names. */
  readonly counts: Readonly<Record<string, number>>;
  /** The messages of the session with the page, as signals. */
  readonly recording: RecordingData;
}

/** The functions of a region that watches its messages. */
export type WatchedRegion = Region & { traffic(): Traffic };

const violations: string[] = [];
const counts: Record<string, number> = {};
const options = { violated: ({ message }: Error): void => void violations.push(message) };
const recorder = new Recorder({ thread: 'region' });
const page = regionProtocol.watch('region', { ...options, recorder });
let home: Watch | undefined; // the session with the home thread, or that of the home thread with the others

function sent(watch: Watch | undefined, name: string, data?: unknown): void {
  count(`sent ${name}`);
  watch?.sent(name, data);
}

function received(watch: Watch | undefined, name: string, data?: unknown): void {
  count(`received ${name}`);
  watch?.received(name, data);
}

function count(name: string): void {
  counts[name] = 1 + (counts[name] ?? 0);
}

/** Reports how a call ends. */
async function answered(call: () => void | Promise<void>, answer: string): Promise<void> {
  try {
    await call();
    sent(page, answer);
  } catch (error) {
    sent(page, 'failed');
    throw error;
  }
}

const functions = regionFunctions(() => region);
const region: SharingWorker<Region> = join(
  expose<WatchedRegion>({
    ...functions,
    load(setup) {
      received(page, 'load', setup);
      home = homeProtocol.watch(setup.thread === setup.home ? 'home' : 'region', options);
      // Without an await, because the page may call other functions before a promise is settled.
      functions.load(setup);
      sent(page, 'loaded');
    },
    connect() {
      received(page, 'connect');
      return answered(() => functions.connect(), 'connected');
    },
    start(schedule) {
      received(page, 'start', schedule);
      functions.start(schedule);
    },
    stop() {
      received(page, 'stop');
      functions.stop();
    },
    traffic: () => ({ state: page.state, violations, counts, recording: recorder.recording() }),
  }),
);

const publish = region.publish.bind(region);
region.publish = (topic, value, publishOptions) => {
  const name = topic.replace(/ \d+$/, '');
  if (name === 'playerMutations') sent(home, name, value);
  else sent(page, name, value);
  if (name === 'stage') sent(home, name, value);
  publish(topic, value, publishOptions);
};

const subscribe = region.subscribe.bind(region);
region.subscribe = (topic, subscriber) =>
  subscribe(topic, (value, ...others) => {
    received(topic === 'stage' || topic === 'playerMutations' ? home : page, topic, value);
    subscriber(value, ...others);
  });
