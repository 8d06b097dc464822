import type { PublishOptions } from '@doha/multiproc/shared';
import type { GameEvent } from '../game/game-event.ts';
import type { PostedMutation } from '../world/mutation.ts';
import type { Stage } from '../world/stage.ts';
import type { LockStepMessage, TickKeys } from './lock-step/lock-step-message.ts';
import type { LoadReport } from './rebalance.ts';
import type { Regions } from './regions.ts';

/** The topics of the concurrent game, and the type of the values that are published to each. */
export interface Topics {
  /** The owner of each piece of the map, from the page. */
  readonly regions: Regions;
  /** The generations of the groups, from the page. See `Recovery.generations`. */
  readonly generations: Uint8Array;
  /** The stage, from the thread that owns the players. */
  readonly stage: Stage;
  /** Events of a step, from every thread. */
  readonly events: readonly GameEvent[];
  /** Mutations of the players, from every other thread. */
  readonly playerMutations: PostedMutation;
  /** The load of a thread, from that thread. */
  readonly [load: `load ${number}`]: LoadReport;
  /** Lock-step messages to one thread. */
  readonly [lockStep: `lock step ${number}`]: LockStepMessage;
  /** The keys of one tick in lock step, from the page. */
  readonly tickKeys: TickKeys;
}

/** The part that topics need of a shared pool, or of the object that `join` returns in a worker. */
export interface TopicPort {
  publish(topic: string, value: unknown, options?: PublishOptions): void;
  subscribe(topic: string, subscriber: (value: unknown) => void): () => void;
}

/** Publishes a value to a topic. */
export function publish<Topic extends keyof Topics>(
  port: TopicPort,
  topic: Topic,
  value: Topics[Topic],
  options?: PublishOptions,
): void {
  port.publish(topic, value, options);
}

/** Calls `subscriber` with each value of a topic. Returns a function that unsubscribes. */
export function subscribe<Topic extends keyof Topics>(
  port: TopicPort,
  topic: Topic,
  subscriber: (value: Topics[Topic]) => void,
): () => void {
  return port.subscribe(topic, (value) => subscriber(value as Topics[Topic]));
}
