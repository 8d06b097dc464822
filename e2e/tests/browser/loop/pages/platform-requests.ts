/** Open requests of a thread to its platform, and the number of all requests. */
export interface PlatformRequests {
  readonly timeouts: Set<unknown>;
  readonly frames: Set<unknown>;
  readonly channels: Set<MessageChannel>;
  readonly listeners: Set<unknown>;
  /** Number of timeouts, frame requests and posted messages. */
  requests: number;
}

/** Records all requests of this thread to its platform from now on. */
export function recordRequests(): PlatformRequests {
  const recorded: PlatformRequests = {
    timeouts: new Set(),
    frames: new Set(),
    channels: new Set(),
    listeners: new Set(),
    requests: 0,
  };
  watchTimeouts(recorded);
  if (typeof requestAnimationFrame === 'function') watchFrames(recorded);
  watchChannels(recorded);
  if (typeof document !== 'undefined') watchListeners(recorded);
  return recorded;
}

/** Numbers of open requests. */
export function openRequests({
  timeouts,
  frames,
  channels,
  listeners,
}: PlatformRequests): Record<string, number> {
  return {
    timeouts: timeouts.size,
    frames: frames.size,
    channels: channels.size,
    listeners: listeners.size,
  };
}

function watchTimeouts(recorded: PlatformRequests): void {
  const { setTimeout, clearTimeout } = globalThis;
  const set = (callback: () => void, delay?: number): unknown => {
    recorded.requests++;
    const id = setTimeout(() => {
      recorded.timeouts.delete(id);
      callback();
    }, delay);
    recorded.timeouts.add(id);
    return id;
  };
  globalThis.setTimeout = set as typeof setTimeout;
  globalThis.clearTimeout = (id) => {
    recorded.timeouts.delete(id);
    clearTimeout(id);
  };
}

function watchFrames(recorded: PlatformRequests): void {
  const { requestAnimationFrame, cancelAnimationFrame } = globalThis;
  globalThis.requestAnimationFrame = (callback) => {
    recorded.requests++;
    const id = requestAnimationFrame((time) => {
      recorded.frames.delete(id);
      callback(time);
    });
    recorded.frames.add(id);
    return id;
  };
  globalThis.cancelAnimationFrame = (id) => {
    recorded.frames.delete(id);
    cancelAnimationFrame(id);
  };
}

function watchChannels(recorded: PlatformRequests): void {
  globalThis.MessageChannel = class extends MessageChannel {
    constructor() {
      super();
      recorded.channels.add(this);
      for (const port of [this.port1, this.port2]) {
        const post = port.postMessage.bind(port);
        port.postMessage = (message: unknown) => {
          recorded.requests++;
          post(message);
        };
        // Closing one port also closes the other.
        const close = port.close.bind(port);
        port.close = () => {
          recorded.channels.delete(this);
          close();
        };
      }
    }
  };
}

function watchListeners(recorded: PlatformRequests): void {
  const add = document.addEventListener.bind(document);
  const remove = document.removeEventListener.bind(document);
  document.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
    recorded.listeners.add(listener);
    add(type, listener);
  };
  document.removeEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
    recorded.listeners.delete(listener);
    remove(type, listener);
  };
}
