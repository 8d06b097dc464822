import { fixed, type LatencyController, minBuf, none, paceA, paceK, type Session } from '@doha/paceline';
import { PacelineServer } from '@doha/paceline/node';
import type { FlowOptions, Platform, Transport } from './flow.ts';
import { controlPriority, controlRate, layers, messageOf, pictureRate, priorityOf } from './video.ts';

/** What the sender saw; times in ms. */
export interface SourceReport {
  /**
   * The age of the oldest bytes that were committed and not acknowledged, or the longest round trip in the last tenth of a second if that is more ("oldest
   * un-acked", thesis §4.4.1), every tenth of a second, by flow. Empty where nothing is acknowledged.
   */
  readonly oldest: readonly (readonly number[])[];
  readonly failovers: number;
}

const sampleEvery = 100;

/** Something that takes the messages of one flow. */
interface Outlet {
  readonly send: (bytes: Uint8Array<ArrayBuffer>, priority: number, expiresIn: number | undefined) => void;
  /** Ms, since it was last asked. */
  readonly oldest?: () => number | undefined;
}

/** Serves the flows that connect, and says what it saw of them. */
export async function runSource(options: FlowOptions, platform: Platform): Promise<SourceReport> {
  const { port, seconds, transport, warmup } = options;
  const oldest: number[][] = [];
  const sessions: Session[] = [];
  const stops: (() => void)[] = [];
  const begin = (outlet: Outlet): void => {
    const samples: number[] = [];
    oldest.push(samples);
    stops.push(play(outlet, options, platform), sample(outlet, samples, 1000 * warmup));
  };
  const server = new PacelineServer({
    port,
    controller: () => noting(controllerOf(transport)),
    onSession(session) {
      sessions.push(session);
      begin({
        send: (bytes, priority, expiresIn) =>
          void session.send(bytes, { priority, ...(expiresIn !== undefined && { expiresIn }) }),
        oldest: () => oldestOf(session),
      });
    },
    onSocket: (socket) => begin({ send: (bytes) => socket.send(bytes) }),
  });
  await server.listening;
  await new Promise((resolve) => setTimeout(resolve, 1000 * (seconds + 2)));
  for (const stop of stops) stop();
  return { oldest, failovers: sessions.reduce((sum, { engine }) => sum + engine.failovers, 0) };
}

/** Sends a video's layers and control messages until it is stopped. */
function play(outlet: Outlet, { threshold, videos }: FlowOptions, platform: Platform): () => void {
  let picture = 0;
  const video = setInterval(() => {
    const sentAt = platform.now();
    for (let layer = 0; layer < layers; layer++) {
      const bytes = messageOf({ sentAt, layer, picture });
      for (let copy = 0; copy < videos; copy++) outlet.send(bytes, priorityOf(layer), threshold);
    }
    picture++;
  }, 1000 / pictureRate);
  const control = setInterval(() => {
    const bytes = messageOf({ sentAt: platform.now(), layer: undefined, picture });
    outlet.send(bytes, controlPriority, undefined);
  }, 1000 / controlRate);
  return () => {
    clearInterval(video);
    clearInterval(control);
  };
}

function sample({ oldest }: Outlet, samples: number[], after: number): () => void {
  const began = performance.now();
  const timer = setInterval(() => {
    const age = oldest?.();
    if (age !== undefined && performance.now() - began > after) samples.push(age);
  }, sampleEvery);
  return () => clearInterval(timer);
}

/** A controller that remembers the longest round trip. */
interface Noting extends LatencyController {
  longest: number;
}

function noting(controller: LatencyController): Noting {
  const noted: Noting = {
    ...controller,
    longest: 0,
    acknowledged(acknowledged) {
      noted.longest = Math.max(noted.longest, acknowledged.roundTrip);
      controller.acknowledged?.(acknowledged);
    },
  };
  return noted;
}

function oldestOf({ engine }: Session): number | undefined {
  if (engine.active === undefined) return undefined;
  const controller = engine.active.controller as Noting;
  const { longest } = controller;
  controller.longest = 0;
  return Math.max(longest, performance.now() - engine.active.waitsSince);
}

function controllerOf(transport: Transport): LatencyController {
  const [name = '', ...numbers] = transport.split(' ');
  const [first = 0, second = 0] = numbers.map(Number);
  if (name === 'none') return none();
  if (name === 'paceK') return paceK();
  if (name === 'fixed') return fixed(first);
  return name === 'minBuf' ? minBuf(first, second) : paceA();
}
