import type { Site } from './directory.ts';
import type { Tell } from '../channel/telegraph.ts';
import type { OwnerNews, RegistryNews } from './registry.ts';

/** Something that changes an entity, on its way to whoever has the authority over it. */
export interface Mutation<M> {
  readonly id: number;
  /** Who asked for it, and its number among those of that thread for this entity, from 1. */
  readonly from: Site;
  readonly number: number;
  readonly what: M;
  /** It stands only for its number. */
  readonly isVoid?: boolean;
  /** Those before it may have been lost: it waits for none of them. */
  readonly isAfterLoss?: boolean;
}

/** An entity on its way. */
export interface Gift<S, M> {
  readonly id: number;
  readonly epoch: number;
  readonly state: S;
  /** By thread the number of its last mutation that is in the state. */
  readonly seen: ReadonlyMap<Site, number>;
  /** Mutations that came before others that they follow. */
  readonly early: readonly Mutation<M>[];
}

export interface AuthoritiesOptions<S, M> {
  readonly site: Site;
  /** Takes an entity out of this thread: it is not updated here any more. Returns all its state; if it throws, the entity stays. */
  readonly release: (id: number) => S;
  /** Puts an entity into this thread. */
  readonly adopt: (id: number, state: S) => void;
  /** Applies a mutation to an entity of this thread. */
  readonly apply: (id: number, what: M) => void;
  /** Told of what `release` throws. */
  readonly onError: (error: unknown) => void;
  /** Tells the registry. */
  readonly tell: Tell<RegistryNews>;
  readonly sendGift: (to: Site, gift: Gift<S, M>) => void;
  readonly sendMutation: (to: Site, mutation: Mutation<M>) => void;
}

interface Owned<M> {
  readonly epoch: number;
  readonly seen: Map<Site, number>;
  early: Mutation<M>[];
}

/** The mutations of an entity that this thread has asked for. */
interface Asked {
  /** Of the last one. */
  number: number;
  /** The threads that have had the entity since the first was sent: each of them may have had to hand one on. */
  readonly owners: Set<Site>;
}

interface Given<S, M> {
  readonly to: Site;
  readonly gift: Gift<S, M>;
  /** What was sent after it. */
  readonly sent: Mutation<M>[];
}

/** So many entities that are no more are remembered: what is meant for them need not wait for news of them. */
const mostGone = 4096;

/**
 * The entities that a thread has the authority over, and the way of mutations to those that it has not. Each mutation is applied once, those
 * of one thread in their order, also while the entity moves.
 */
export class Authorities<S, M> implements Omit<OwnerNews, 'died'> {
  #options: AuthoritiesOptions<S, M>;
  #owned: Map<number, Owned<M>> = new Map();
  #given: Map<number, Given<S, M>> = new Map(); // and not arrived yet
  #refused: Map<number, number> = new Map(); // epochs
  #owners: Map<number, { readonly site: Site; readonly epoch: number }> = new Map();
  #asked: Map<number, Asked> = new Map();
  #waiting: Map<number, Mutation<M>[]> = new Map(); // for an owner that is not known yet
  #gone: Set<number> = new Set(); // the latest entities that are no more

  constructor(options: AuthoritiesOptions<S, M>) {
    this.#options = options;
  }

  /** Whether an entity is this thread's. */
  has(id: number): boolean {
    return this.#owned.has(id);
  }

  /** A new entity of this thread. */
  own(id: number): void {
    this.#owned.set(id, { epoch: 1, seen: new Map(), early: [] });
    this.#options.tell('register', [id]);
  }

  /** An entity of this thread is no more. */
  disown(id: number): void {
    if (this.#owned.delete(id)) this.#options.tell('remove', [id]);
  }

  /** Has an entity changed, here or where it is. */
  mutate(id: number, what: M): void {
    let asked = this.#asked.get(id);
    if (asked === undefined) {
      const owner = this.#owners.get(id);
      this.#asked.set(id, (asked = { number: 0, owners: new Set(owner && [owner.site]) }));
    }
    this.receive({ id, from: this.#options.site, number: ++asked.number, what });
  }

  /** A mutation has come, or begins its way. */
  receive(mutation: Mutation<M>): void {
    const { id } = mutation;
    const owned = this.#owned.get(id);
    const given = this.#given.get(id);
    const owner = this.#owners.get(id);
    if (owned !== undefined) this.#accept(owned, mutation);
    else if (this.#gone.has(id)) return;
    else if (given !== undefined) {
      given.sent.push(mutation);
      this.#options.sendMutation(given.to, mutation);
    } else if (owner !== undefined && owner.site !== this.#options.site) {
      this.#options.sendMutation(owner.site, mutation);
    } else this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), mutation]);
  }

  /** An entity has come. */
  take({ early, epoch, id, seen, state }: Gift<S, M>): void {
    if ((this.#refused.get(id) ?? 0) >= epoch) return;
    this.#adopt({ id, state, epoch, seen, mutations: early });
    this.#options.tell('taken', [id, epoch]);
  }

  give(id: number, to: Site, epoch: number): void {
    const owned = this.#owned.get(id);
    if (owned === undefined) return; // it was removed meanwhile, and the registry is being told
    const state = this.#release(id, epoch);
    if (state === undefined) return;
    this.#owned.delete(id);
    const gift = { id, epoch, state: state.all, seen: owned.seen, early: owned.early };
    this.#given.set(id, { to, gift, sent: [] });
    this.#options.sendGift(to, gift);
  }

  arrived(id: number): void {
    this.#given.delete(id);
  }

  resume(id: number, epoch: number): void {
    const given = this.#given.get(id);
    if (given === undefined) return;
    this.#given.delete(id);
    const { early, seen, state } = given.gift;
    this.#adopt({ id, state, epoch, seen, mutations: [...early, ...given.sent] });
  }

  question(id: number, epoch: number): void {
    if (this.#owned.has(id)) return; // that it was taken is on its way
    this.#refused.set(id, epoch);
    this.#options.tell('refused', [id, epoch]);
  }

  owner(id: number, site: Site | undefined, epoch: number): void {
    if (site === undefined) {
      this.#owners.delete(id);
      this.#asked.delete(id);
      this.#waiting.delete(id);
      this.#bury(id);
      return;
    }
    if ((this.#owners.get(id)?.epoch ?? 0) > epoch) return;
    this.#owners.set(id, { site, epoch });
    this.#asked.get(id)?.owners.add(site);
    const waiting = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    for (const mutation of waiting) this.receive(mutation);
  }

  /** A thread is no more: neither what it had sent comes, nor what it was to hand on of entities that it had had. */
  left(site: Site): void {
    for (const owned of this.#owned.values()) {
      this.#applyEarly(owned, ({ from }) => from === site);
      owned.seen.delete(site);
    }
    // Where its entities are is told later, to whom they were on their way.
    for (const [id, owner] of this.#owners) if (owner.site === site) this.#owners.delete(id);
    // What this thread had sent may have been lost on its way through it: nobody shall wait for that.
    for (const [id, asked] of this.#asked) {
      if (!asked.owners.delete(site)) continue;
      const nothing = { what: undefined as M, isVoid: true, isAfterLoss: true } as const;
      this.receive({ id, from: this.#options.site, number: ++asked.number, ...nothing });
    }
  }

  #adopt({ epoch, id, mutations, seen, state }: Adoption<S, M>): void {
    const owned: Owned<M> = { epoch, seen: new Map(seen), early: [] };
    this.#owned.set(id, owned);
    this.#options.adopt(id, state);
    for (const mutation of mutations) this.#accept(owned, mutation);
  }

  // In the order of each thread's numbers: after a move one may overtake another that goes by way of the owner before.
  #accept(owned: Owned<M>, mutation: Mutation<M>): void {
    const { from, isAfterLoss, number } = mutation;
    const seen = owned.seen.get(from) ?? 0;
    if (isAfterLoss === true) {
      this.#applyEarly(owned, (early) => early.from === from && early.number < number);
    } else if (number > seen + 1) return void owned.early.push(mutation);
    this.#apply(owned, mutation);
    const next = owned.early.find((early) => early.from === from && early.number === number + 1);
    if (next === undefined) return;
    owned.early.splice(owned.early.indexOf(next), 1);
    this.#accept(owned, next);
  }

  #applyEarly(owned: Owned<M>, which: (mutation: Mutation<M>) => boolean): void {
    const early = owned.early.filter(which);
    owned.early = owned.early.filter((mutation) => !early.includes(mutation));
    for (const mutation of early.toSorted((one, other) => one.number - other.number))
      this.#apply(owned, mutation);
  }

  // One that is applied may end the entity.
  #apply({ seen }: Owned<M>, { from, id, isVoid, number, what }: Mutation<M>): void {
    if (number <= (seen.get(from) ?? 0) || !this.#owned.has(id)) return;
    seen.set(from, number);
    if (isVoid !== true) this.#options.apply(id, what);
  }

  #release(id: number, epoch: number): { readonly all: S } | undefined {
    try {
      return { all: this.#options.release(id) };
    } catch (error) {
      this.#options.onError(error);
      this.#options.tell('bounced', [id, epoch]);
      return undefined;
    }
  }

  #bury(id: number): void {
    this.#gone.add(id);
    if (this.#gone.size > mostGone) this.#gone.delete(this.#gone.values().next().value!);
  }
}

interface Adoption<S, M> {
  readonly id: number;
  readonly state: S;
  readonly epoch: number;
  readonly seen: ReadonlyMap<Site, number>;
  readonly mutations: readonly Mutation<M>[];
}
