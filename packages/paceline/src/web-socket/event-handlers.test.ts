import { expect, test } from 'vitest';
import { EventHandlers } from './event-handlers.ts';

class Target extends EventTarget {
  readonly handlers: EventHandlers = new EventHandlers(this);
  readonly log: string[] = [];

  /** Fires an event. Returns the lines that its listeners log. */
  fire(type = 'open'): string[] {
    this.dispatchEvent(new Event(type));
    return this.log.splice(0);
  }
}

function writes(target: Target, line: string): () => void {
  return () => target.log.push(line);
}

test('a handler keeps its position among the listeners when it is replaced', () => {
  const target = new Target();
  target.addEventListener('open', writes(target, 'before'));
  target.handlers.set('open', writes(target, 'handler'));
  target.addEventListener('open', writes(target, 'after'));
  expect(target.fire()).toEqual(['before', 'handler', 'after']);
  target.handlers.set('open', writes(target, 'successor'));
  expect(target.fire()).toEqual(['before', 'successor', 'after']);
});

test('a handler that is set after another one was removed is called after the earlier listeners', () => {
  const target = new Target();
  target.handlers.set('open', writes(target, 'first'));
  target.addEventListener('open', writes(target, 'listener'));
  target.handlers.set('open', null);
  expect(target.handlers.get('open')).toBe(null);
  expect(target.fire()).toEqual(['listener']);
  target.handlers.set('open', writes(target, 'second'));
  expect(target.fire()).toEqual(['listener', 'second']);
});

test.each([undefined, null, 5, 'text', true, Symbol('handler')])('%s removes the handler', (given) => {
  const target = new Target();
  target.handlers.set('open', writes(target, 'handler'));
  target.handlers.set('open', given);
  expect(target.handlers.get('open')).toBe(null);
  expect(target.fire()).toEqual([]);
});

test('a handler that is an object but not a function is kept, and is not called', () => {
  const target = new Target();
  const object = { handleEvent: writes(target, 'called') };
  target.handlers.set('open', object);
  expect(target.handlers.get('open')).toBe(object);
  expect(target.fire()).toEqual([]);
});

test('a handler is called on the target with the event, and cancels it by returning false', () => {
  const target = new Target();
  const calls: unknown[][] = [];
  target.handlers.set('close', function handle(this: unknown, ...given: unknown[]) {
    calls.push([this, ...given]);
    return false;
  });
  const event = new Event('close', { cancelable: true });
  expect(target.dispatchEvent(event)).toBe(false);
  expect(calls).toEqual([[target, event]]);
});
