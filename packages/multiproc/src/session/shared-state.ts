import type { Entities, EntityHost, EntitySpectator } from '../entities/entities.ts';
import type { Replica } from '../tables/replica.ts';
import type { Schema } from '../tables/schema.ts';
import type { Peer } from './peer.ts';
import type { Subscriber } from '../pubsub/subscriptions.ts';
import type { PublishedTable } from '../tables/published-table.ts';
import type { PublishOptions } from '../pubsub/publications.ts';
import type { ReplicaOptions } from '../tables/replicas.ts';
import type { TableOptions } from '../tables/published-tables.ts';

/**
 * The access of one thread to the state that all threads of a pool share: topics, tables, ids,
 * entities. After `dispose` of the pool, methods that remove something do nothing, and methods that
 * add something throw a PoolClosedError. In a worker, topics, tables and replicas wait until the
 * pool has started the worker and is shared.
 */
export class SharedState {
  #peer: Peer;

  /** @internal */
  constructor(peer: Peer) {
    this.#peer = peer;
  }

  /**
   * Time in ms since the pool was shared, on the same clock in all threads. Throws an Error in a worker before the pool is shared, for example
   * while its module is loaded.
   */
  get now(): number {
    return this.#peer.now;
  }

  /**
   * Copies a value, and sends the copy to all subscribers of a topic in the next microtask. Throws a TypeError if this thread publishes the topic with
   * another retention and has not called `unpublish`, and a DataCloneError if the value cannot be copied.
   */
  publish(topic: string, value: unknown, options?: PublishOptions): void {
    this.#peer.publish(topic, value, options);
  }

  /**
   * Ends the publication of a topic by this thread, in the next microtask, and releases the value that
   * it retains. A topic of either retention takes about 1 kB until it is unpublished. Values that were
   * published before are still sent. Later subscribers get nothing until it is published again.
   */
  unpublish(topic: string): void {
    this.#peer.unpublish(topic);
  }

  /**
   * Calls `subscriber` with the retained value of a topic, if there is one, and with all values
   * that any thread sends from now on. Values that this thread has published earlier in the same
   * turn are sent later, so the subscriber gets them too. Returns a function that unsubscribes.
   */
  subscribe(topic: string, subscriber: Subscriber): () => void {
    return this.#peer.subscribe(topic, subscriber);
  }

  /**
   * Returns a whole number from 1 to 2³² - 1 that no other call returns, in any thread of this pool
   * or of the other pools that the same thread starts. Throws an Error in a worker before the pool
   * is shared, or if this thread has used up its ids before the next range arrived, and a
   * RangeError if all ids are handed out.
   */
  nextId(): number {
    return this.#peer.nextId();
  }

  /**
   * Creates a table, which this thread writes and other threads read as a replica. Throws a RangeError if this thread has a table of that name or
   * there is no memory for the rows, and a TypeError if a field has an unknown type.
   */
  table<S extends Schema>(name: string, schema: S, options?: TableOptions): PublishedTable<S> {
    return this.#peer.table(name, schema, options);
  }

  /**
   * Resolves to a replica of the tables of that name as soon as one of them exists and `advance`
   * can take its last commit, if there was one. The rows of other threads may follow later. Rejects
   * with a TypeError if a table lacks a field or has it with another type, or if `within` does not
   * fit the fields; with a RangeError if there is no memory for the rows, or if `within` has a NaN;
   * with a TableMissingError if there is no table when `signal` is aborted or the pool is disposed
   * of; and with a PoolClosedError if the pool was disposed of before the call. If a table that is
   * created later does not fit, `onError` receives an error, and the replica has no rows of this
   * table.
   */
  replica<S extends Schema>(
    name: string,
    schema: S,
    options?: ReplicaOptions<NoInfer<S>>,
  ): Promise<Replica<S>> {
    return this.#peer.replica(name, schema, options);
  }

  /**
   * Opens the entities of one kind in this thread. Each entity has one thread as its authority; any thread can change it and move it to another thread.
   * `host` has the callbacks for entities that arrive and leave. Without them, no entity can move to this thread. Throws a RangeError if this thread has
   * opened the kind already.
   */
  entities<State, Mutation>(
    kind: string,
    host: EntityHost<State, Mutation> | EntitySpectator = {},
  ): Entities<State, Mutation> {
    return this.#peer.entities(kind, host);
  }
}
