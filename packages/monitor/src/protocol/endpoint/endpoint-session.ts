import {
  checkCallback,
  checkKind,
  checkObject,
  checkSignal,
  warnUnknownOptions,
  withDefaults,
} from '@doha/loop/options';
import { recordMessage } from '../draft/recorded-messages.ts';
import { type Judgment, RoleView, type Rules } from '../view/role-view.ts';
import { checkWatchOptions, watchOptionNames, type WatchOptions } from '../view/watch.ts';
import type { ReceiveOptions } from './endpoint-types.ts';
import { StaleEndpointError } from './stale-endpoint-error.ts';

/** Passes a message that has arrived to an endpoint. Throws a TypeError if `name` is not a string. */
export type Deliver = (name: string, data?: unknown) => void;

/** Options of an endpoint. An option that is `undefined` counts as absent. */
export interface EndpointOptions extends WatchOptions {
  /** Sends a message to the other role. Messages must arrive in the order in which they were sent. */
  readonly send: (name: string, data: unknown) => void;
  /** Called once, when the endpoint is created. `deliver` must be called with each message of the other role. */
  readonly listen: (deliver: Deliver) => void;
}

/** A message, as `receive` resolves with it. */
interface ReceivedMessage {
  readonly name: string;
  readonly data: unknown;
  readonly next: LiveEndpoint;
  readonly voided: string | undefined;
}

interface Arrived {
  readonly name: string;
  readonly data: unknown;
  /** The message that has arrived after this one. */
  later?: Arrived;
}

/** One role's side of a session at run time: all endpoints of this side, of which only the newest is in use. */
export class EndpointSession {
  #view: RoleView;
  #protocol: string;
  #options: EndpointOptions;
  #newest: LiveEndpoint;
  #first: Arrived | undefined; // of the messages that have not been processed: a list, because removing the first element of a long array is slow
  #last: Arrived | undefined;
  #receive: ((message: ReceivedMessage | undefined) => void) | undefined; // of the call of `receive` that waits
  #isSending = false;

  /** Throws a TypeError if an option is invalid. */
  constructor(rules: Rules, role: string, options: EndpointOptions) {
    checkWatchOptions('endpoint', options);
    const { listen, send } = options;
    checkCallback('endpoint: send', send);
    checkCallback('endpoint: listen', listen);
    warnUnknownOptions('endpoint', options, ['send', 'listen', ...watchOptionNames]);
    this.#view = new RoleView(rules, role);
    this.#protocol = rules.name;
    this.#options = withDefaults({}, options);
    this.#newest = new LiveEndpoint(this, role, rules.start);
    listen((name, data) => this.#deliver(name, data));
  }

  /** The endpoint that can be used. */
  get newest(): LiveEndpoint {
    return this.#newest;
  }

  send(endpoint: LiveEndpoint, name: string, data: unknown): LiveEndpoint {
    checkKind('send: name', typeof name === 'string', 'a string', name);
    // A call from within the option `send` finds the endpoint in use.
    if (endpoint !== this.#newest || this.#isSending) throw new StaleEndpointError(this.#protocol, endpoint);
    const violation = this.#view.judgeSent(name, data);
    if (violation !== undefined) throw violation;
    const { send } = this.#options;
    this.#isSending = true;
    try {
      send(name, data);
      this.#view.sent(name);
      this.#replace();
    } finally {
      this.#isSending = false;
      // Messages that have arrived before may have crossed with this one. A violation must not take the place of the result.
      this.#processLater();
    }
    const { newest } = this;
    this.#settle(undefined);
    this.#record(this.#view.role, name);
    return newest;
  }

  async receive(endpoint: LiveEndpoint, options: ReceiveOptions = {}): Promise<ReceivedMessage | undefined> {
    checkObject('receive: options', options);
    const { signal } = options;
    if (signal !== undefined) checkSignal('receive: signal', signal);
    warnUnknownOptions('receive', options, ['signal']);
    if (endpoint !== this.#newest || this.#isSending) throw new StaleEndpointError(this.#protocol, endpoint);
    if (this.#receive !== undefined)
      throw new Error(`${this.#protocol}: another call of receive waits for the next message`);
    signal?.throwIfAborted();
    const received = new Promise<ReceivedMessage | undefined>((resolve, reject) => {
      const abort = (): void => {
        this.#receive = undefined;
        reject(signal!.reason as Error);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#receive = (message) => {
        signal?.removeEventListener('abort', abort);
        resolve(message);
      };
    });
    this.#processLater();
    return received;
  }

  #deliver(name: string, data: unknown): void {
    checkKind('deliver: name', typeof name === 'string', 'a string', name);
    const arrived = { name, data };
    if (this.#last === undefined) this.#first = arrived;
    else this.#last.later = arrived;
    this.#last = arrived;
    this.#process();
  }

  /** Processes the messages that have arrived, until one waits for `receive`. */
  #process(): void {
    try {
      while (!this.#isSending && this.#processFirst());
    } catch (error) {
      this.#processLater();
      throw error;
    }
  }

  #processLater(): void {
    if (this.#first !== undefined) queueMicrotask(() => this.#process());
  }

  /** Returns whether there was a message, and it has been processed. Each change precedes the callbacks of the application, which may throw or send. */
  #processFirst(): boolean {
    const first = this.#first;
    if (first === undefined) return false;
    const { data, name } = first;
    const judgment = this.#view.judgeReceived(name, data);
    const isForReceive = judgment.kind === 'expected' || judgment.kind === 'yielded';
    if (isForReceive && this.#receive === undefined) return false;
    this.#first = first.later;
    if (this.#first === undefined) this.#last = undefined;
    const { violated, voided } = this.#options;
    if (judgment.kind === 'violation') {
      if (violated === undefined) throw judgment.violation;
      violated(judgment.violation);
      return true;
    }
    const voidMessage = this.#voidMessage(first, judgment);
    this.#view.received(name, judgment);
    if (isForReceive) this.#resolve(first, judgment.kind === 'yielded' ? judgment.voided : undefined);
    this.#record(this.#view.peer, name);
    if (voidMessage !== undefined) voided?.(voidMessage);
    return true;
  }

  #voidMessage({ data, name }: Arrived, judgment: Judgment): ReturnType<RoleView['messageOf']> | undefined {
    const { peer, role } = this.#view;
    if (judgment.kind === 'void') return this.#view.messageOf(peer, name, data);
    if (judgment.kind === 'yielded') return this.#view.messageOf(role, judgment.voided, undefined);
    return undefined;
  }

  #resolve({ data, name }: Arrived, voided: string | undefined): void {
    this.#replace();
    this.#settle({ name, data, next: this.#newest, voided });
  }

  #replace(): void {
    this.#newest = new LiveEndpoint(this, this.#view.role, this.#view.state);
  }

  #settle(message: ReceivedMessage | undefined): void {
    const receive = this.#receive;
    this.#receive = undefined;
    receive?.(message);
  }

  #record(from: string, name: string): void {
    const { recorder } = this.#options;
    if (recorder === undefined) return;
    try {
      recordMessage(recorder, this.#protocol, { from, name });
    } catch (error) {
      // The message has been sent or received, so the error must not take the place of a result.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

/** An endpoint at run time: it has the methods of all states. `Endpoint` is its type for applications. */
export class LiveEndpoint {
  readonly role: string;
  readonly state: string;
  #session: EndpointSession;

  constructor(session: EndpointSession, role: string, state: string) {
    this.#session = session;
    this.role = role;
    this.state = state;
  }

  send(name: string, data?: unknown): LiveEndpoint {
    return this.#session.send(this, name, data);
  }

  receive(options?: ReceiveOptions): Promise<ReceivedMessage | undefined> {
    return this.#session.receive(this, options);
  }
}
