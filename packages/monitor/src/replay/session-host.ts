import type { Host } from '@doha/loop';
import type { Bytes } from '../bytes/bytes.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { ItemKind, optionalMethods } from '../log/log-format.ts';
import { checkHost } from './check-session.ts';
import type { SessionCore } from './session-core.ts';

/** Returns a host that passes all calls of a loop and of its platform through the journal of a session. It has the same methods as the platform, and `detach`. */
export function sessionHost(core: SessionCore, number: number, platform: Host): Host {
  checkHost(platform);
  core.journal.note(ItemKind.host, maskOf(platform));
  const complete = new SessionHost(core, number, platform);
  const host: Host = { now: () => complete.now(), detach: () => complete.detach() };
  for (const method of optionalMethods)
    if (platform[method] !== undefined) Object.assign(host, { [method]: complete[method].bind(complete) });
  return host;
}

/** A bit for each optional method of a host. */
function maskOf(host: Host): number {
  return optionalMethods.reduce((mask, method, bit) => mask + (host[method] === undefined ? 0 : 1 << bit), 0);
}

/** A host without a clock for replays, with the optional methods of a mask. */
export function silentHost(mask: number): Host {
  const silent: Host = { now: () => 0 };
  const methods: Required<Omit<Host, 'now'>> = {
    attach: () => {},
    wake: () => {},
    peek: () => 0,
    detach: () => {},
    interrupted: () => false,
    requestFrame: () => {},
    cancelFrame: () => {},
    watchVisibility: (listener) => {
      listener(false); // the journal knows the recorded visibility
      return () => {};
    },
  };
  for (const [bit, method] of optionalMethods.entries())
    if ((mask & (1 << bit)) !== 0) Object.assign(silent, { [method]: methods[method] });
  return silent;
}

interface Request {
  readonly number: number;
  readonly present: (time: number) => void;
}

class SessionHost implements Required<Host> {
  #core: SessionCore;
  #number: number;
  #platform: Host;
  #readNow: () => number;
  #readPeek: () => number;
  #ask: () => boolean;
  #requests: WeakMap<(time: number) => void, Request> = new WeakMap(); // the last request of each callback

  constructor(core: SessionCore, number: number, platform: Host) {
    this.#core = core;
    this.#number = number;
    this.#platform = platform;
    this.#readNow = () => platform.now();
    this.#readPeek = () => platform.peek!();
    this.#ask = () => platform.interrupted!();
  }

  now(): number {
    return this.#core.journal.reading(this.#readNow);
  }

  peek(): number {
    return this.#core.journal.reading(this.#readPeek);
  }

  interrupted(): boolean {
    return this.#core.journal.interrupted(this.#ask);
  }

  attach(turn: () => void): void {
    this.#core.turns[this.#number] = turn;
    this.#platform.attach!(() => this.#enter(ItemKind.turn, this.#number, turn));
  }

  wake(delay: number): void {
    this.#platform.wake!(delay);
  }

  detach(): void {
    this.#platform.detach?.();
  }

  requestFrame(draw: (time: number) => void): void {
    const { draws } = this.#core;
    const number = this.#core.requests++;
    const present = (time: number): void => {
      draws.delete(number);
      this.#enter(ItemKind.frame, number, () => draw(time), floatBytes(time));
    };
    draws.set(number, draw);
    this.#requests.set(draw, { number, present });
    this.#platform.requestFrame!(present);
  }

  cancelFrame(draw: (time: number) => void): void {
    const request = this.#requests.get(draw);
    if (request === undefined) return;
    this.#core.draws.delete(request.number);
    this.#platform.cancelFrame!(request.present);
  }

  watchVisibility(listener: (visible: boolean) => void): () => void {
    const { journal, visibilityListeners } = this.#core;
    const number = visibilityListeners.push(listener) - 1;
    let isFirst = true;
    return this.#platform.watchVisibility!((visible) => {
      if (!isFirst)
        return this.#enter(
          ItemKind.visibility,
          number,
          () => listener(visible),
          Uint8Array.of(visible ? 1 : 0),
        );
      isFirst = false;
      listener(journal.watched(visible));
    });
  }

  /** Runs an entry that the platform has begun. In a replay, the platform begins none. */
  #enter(kind: ItemKind, argument: number, run: () => unknown, contents?: Bytes): void {
    if (this.#core.depth > 0) return void run();
    this.#core.journal.begin(kind, argument, contents);
    this.#core.enter(run);
  }
}

function floatBytes(value: number): Bytes {
  const writer = new ByteWriter();
  writer.float64(value);
  return writer.take();
}
