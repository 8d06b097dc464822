import { afterEach, expect, test, vi } from 'vitest';
import { watchPage } from './page-events.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page whose events can be fired, and a log of their reports. */
function page(): {
  told: string[];
  fire: (at: 'window' | 'document' | 'network', type: string, more?: object) => void;
  unwatch: () => void;
} {
  const targets = { window: new EventTarget(), document: new EventTarget(), network: new EventTarget() };
  vi.stubGlobal('addEventListener', targets.window.addEventListener.bind(targets.window));
  vi.stubGlobal('document', Object.assign(targets.document, { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', { connection: targets.network });
  const told: string[] = [];
  const unwatch = watchPage({
    changed: () => told.push('changed'),
    suspended: () => told.push('suspended'),
    closed: () => told.push('closed'),
  });
  const fire = (at: keyof typeof targets, type: string, more: object = {}): void =>
    void targets[at].dispatchEvent(Object.assign(new Event(type), more));
  return { told, fire, unwatch };
}

test('changes of the network and the return of the page are reported', () => {
  const { fire, told } = page();
  fire('window', 'online');
  fire('window', 'offline');
  fire('network', 'change');
  fire('document', 'resume');
  fire('document', 'visibilitychange');
  fire('window', 'pageshow', { persisted: true });
  expect(told).toEqual(Array<string>(6).fill('changed'));
  fire('window', 'pageshow', { persisted: false });
  expect(told).toHaveLength(6);
});

test('a page that enters the back-forward cache is suspended, and one that is discarded is closed', () => {
  const { fire, told } = page();
  fire('window', 'pagehide', { persisted: true });
  fire('window', 'pagehide', { persisted: false });
  expect(told).toEqual(['suspended', 'closed']);
});

test('nothing is reported after the watch was stopped, and watchPage does nothing without page events', () => {
  const { fire, told, unwatch } = page();
  unwatch();
  for (const type of ['online', 'pageshow', 'pagehide']) fire('window', type, { persisted: true });
  expect(told).toEqual([]);
  vi.unstubAllGlobals();
  watchPage({ changed: () => {}, suspended: () => {}, closed: () => {} })();
});
