import type { Entities, EntityHost, EntitySpectator } from './entities.ts';
import type { PublishedTable } from './published-tables.ts';
import type { Replica } from './replica.ts';
import type { Schema } from './schema.ts';
import type { PublishOptions, ReplicaOptions, Site, TableOptions } from './site.ts';
import type { Subscriber } from './subscriptions.ts';

/** What each thread can do with what all of them share. */
export class Participant {
  #site: Site;

  /** @internal */
  constructor(site: Site) {
    this.#site = site;
  }

  /** Milliseconds since the session began, the same in all threads. */
  get now(): number {
    return this.#site.now;
  }

  /**
   * Gives a value to all threads that subscribe the topic, at the end of the turn. Throws a TypeError if the topic was published with
   * the other retention.
   */
  publish(topic: string, value: unknown, options?: PublishOptions): void {
    this.#site.publish(topic, value, options);
  }

  /** Releases a topic of this thread at the end of the turn: late subscribers get nothing of it until it is published anew. */
  unpublish(topic: string): void {
    this.#site.unpublish(topic);
  }

  /** Calls `subscriber` with what is published, wherever that is. Returns the undo. */
  subscribe(topic: string, subscriber: Subscriber): () => void {
    return this.#site.subscribe(topic, subscriber);
  }

  /** A whole number from 1 to 2³² that no other thread has or will have. Throws an Error while a worker is being started. */
  nextId(): number {
    return this.#site.nextId();
  }

  /**
   * A table that is written here, and read by other threads as a replica. Throws a RangeError if this thread has one of that name, a TypeError if
   * a field has a type that is none.
   */
  table<S extends Schema>(name: string, schema: S, options?: TableOptions): PublishedTable<S> {
    return this.#site.table(name, schema, options);
  }

  /**
   * Reads what threads write into tables of this name; resolves when there is one. Rejects with a TypeError if a field has another type
   * there, or none, or `within` does not fit to it, with a RangeError if this thread reads the tables of that name already, and with a
   * TableMissingError if there is none when `signal` is aborted or the worker pool is disposed.
   */
  replica<S extends Schema>(name: string, schema: S, options?: ReplicaOptions): Promise<Replica<S>> {
    return this.#site.replica(name, schema, options);
  }

  /**
   * The entities of one kind, each of which has one thread as its authority: it can be changed from any, and can move from one to another. `host`
   * says what this thread does with those that come and go; without one they cannot come here. Throws a RangeError if this thread has opened the kind already.
   */
  entities<State, Mutation>(
    kind: string,
    host: EntityHost<State, Mutation> | EntitySpectator = {},
  ): Entities<State, Mutation> {
    return this.#site.entities(kind, host);
  }
}
