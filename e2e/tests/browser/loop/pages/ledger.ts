/** Open requests of a thread to its platform, and the number of all requests. */
export interface Ledger {
  readonly timeouts: Set<unknown>;
  readonly frames: Set<unknown>;
  readonly channels: Set<MessageChannel>;
  readonly listeners: Set<unknown>;
  /** Number of timeouts, frame requests and posted messages. */
  requests: number;
}

/** Records all requests of this thread to its platform from now on. */
export function keepLedger(): Ledger {
  const ledger: Ledger = {
    timeouts: new Set(),
    frames: new Set(),
    channels: new Set(),
    listeners: new Set(),
    requests: 0,
  };
  watchTimeouts(ledger);
  if (typeof requestAnimationFrame === 'function') watchFrames(ledger);
  watchChannels(ledger);
  if (typeof document !== 'undefined') watchListeners(ledger);
  return ledger;
}

/** Numbers of open requests. */
export function open({ timeouts, frames, channels, listeners }: Ledger): Record<string, number> {
  return {
    timeouts: timeouts.size,
    frames: frames.size,
    channels: channels.size,
    listeners: listeners.size,
  };
}

function watchTimeouts(ledger: Ledger): void {
  const { setTimeout, clearTimeout } = globalThis;
  const set = (callback: () => void, delay?: number): unknown => {
    ledger.requests++;
    const id = setTimeout(() => {
      ledger.timeouts.delete(id);
      callback();
    }, delay);
    ledger.timeouts.add(id);
    return id;
  };
  globalThis.setTimeout = set as typeof setTimeout;
  globalThis.clearTimeout = (id) => {
    ledger.timeouts.delete(id);
    clearTimeout(id);
  };
}

function watchFrames(ledger: Ledger): void {
  const { requestAnimationFrame, cancelAnimationFrame } = globalThis;
  globalThis.requestAnimationFrame = (callback) => {
    ledger.requests++;
    const id = requestAnimationFrame((time) => {
      ledger.frames.delete(id);
      callback(time);
    });
    ledger.frames.add(id);
    return id;
  };
  globalThis.cancelAnimationFrame = (id) => {
    ledger.frames.delete(id);
    cancelAnimationFrame(id);
  };
}

function watchChannels(ledger: Ledger): void {
  globalThis.MessageChannel = class extends MessageChannel {
    constructor() {
      super();
      ledger.channels.add(this);
      for (const port of [this.port1, this.port2]) {
        const post = port.postMessage.bind(port);
        port.postMessage = (message: unknown) => {
          ledger.requests++;
          post(message);
        };
        // Closing one port also closes the other.
        const close = port.close.bind(port);
        port.close = () => {
          ledger.channels.delete(this);
          close();
        };
      }
    }
  };
}

function watchListeners(ledger: Ledger): void {
  const add = document.addEventListener.bind(document);
  const remove = document.removeEventListener.bind(document);
  document.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
    ledger.listeners.add(listener);
    add(type, listener);
  };
  document.removeEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
    ledger.listeners.delete(listener);
    remove(type, listener);
  };
}
