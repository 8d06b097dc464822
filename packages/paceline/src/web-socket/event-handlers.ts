import { eventTargetMethods } from './event-target-methods.ts';
import { isObject } from './web-idl.ts';

interface Attribute {
  handler: object;
  readonly listener: (event: Event) => void;
}

/** The event handler attributes of a target, such as `onopen` (HTML Standard, §8.1.8.1). */
export class EventHandlers {
  #target: EventTarget;
  #attributes: Map<string, Attribute> = new Map();

  constructor(target: EventTarget) {
    this.#target = target;
  }

  get(type: string): object | null {
    return this.#attributes.get(type)?.handler ?? null;
  }

  /**
   * Sets or replaces a handler. A new handler takes the position of the old one among the
   * listeners. Anything but an object removes the handler.
   */
  set(type: string, given: unknown): void {
    const attribute = this.#attributes.get(type);
    if (!isObject(given)) this.#remove(type, attribute);
    else if (attribute === undefined) this.#add(type, given);
    else attribute.handler = given;
  }

  #add(type: string, handler: object): void {
    const attribute: Attribute = { handler, listener: (event) => this.#call(attribute.handler, event) };
    this.#attributes.set(type, attribute);
    eventTargetMethods.addEventListener.call(this.#target, type, attribute.listener);
  }

  #remove(type: string, attribute: Attribute | undefined): void {
    if (attribute === undefined) return;
    this.#attributes.delete(type);
    eventTargetMethods.removeEventListener.call(this.#target, type, attribute.listener);
  }

  // An object that is no function is stored as the handler, but does nothing.
  #call(handler: object, event: Event): void {
    if (typeof handler !== 'function') return;
    const result: unknown = Reflect.apply(handler, event.currentTarget, [event]);
    if (result === false) event.preventDefault();
  }
}
