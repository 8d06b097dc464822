type Listener = (event: Event) => void;

/**
 * The methods of EventTarget. A subclass or a program may override them, but a WebSocket does not
 * call overrides for its own events.
 */
interface EventTargetMethods {
  readonly addEventListener: (this: EventTarget, type: string, listener: Listener) => void;
  readonly removeEventListener: (this: EventTarget, type: string, listener: Listener) => void;
  readonly dispatchEvent: (this: EventTarget, event: Event) => boolean;
}

/** A copy, because a program may also replace the methods of the prototype. */
export const eventTargetMethods: EventTargetMethods = /* @__PURE__ */ Object.create(
  null,
  /* @__PURE__ */ Object.getOwnPropertyDescriptors(EventTarget.prototype),
) as EventTargetMethods;
