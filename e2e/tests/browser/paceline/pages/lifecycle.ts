import { type ConnectionChange, Paceline } from '@doha/paceline';

// ?session=address: the session of a page that a test hides, freezes and disconnects. The test uses `globalThis.page`.

/** The interface for the test. */
export interface LifecyclePage {
  readonly id: string;
  /** Events of the page so far, such as 'freeze', with the visibility. */
  readonly events: readonly string[];
  readonly changes: readonly ConnectionChange[];
  /** Messages from the server so far. */
  readonly heard: readonly string[];
  send(data: string): void;
}

// Without heartbeats, only events of the page can reveal a dead connection over which nothing is sent.
const session = await Paceline.connect(new URLSearchParams(location.search).get('session')!, {
  heartbeat: 2 ** 31,
});
const events: string[] = [];
const changes: ConnectionChange[] = [];
const heard: string[] = [];
for (const type of ['freeze', 'resume', 'visibilitychange'])
  document.addEventListener(type, () => events.push(`${type} ${document.visibilityState}`));
for (const type of ['online', 'offline']) addEventListener(type, () => events.push(type));
session.onConnectionChange((change) => changes.push(change));
session.onMessage((data) => heard.push(String(data)));
(globalThis as { page?: LifecyclePage }).page = {
  id: session.id,
  events,
  changes,
  heard,
  send: (data) => void session.send(data),
};
