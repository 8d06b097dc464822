// Checks of the arguments of the methods of a `Session`, which recordings, replays and reruns have in common. They throw TypeErrors.
import type { FrameProbe, Host, Probe } from '@doha/loop';
import { checkCallback, checkKind, checkMethods, checkObject } from '@doha/loop/options';

export function checkHost(platform: Host): void {
  const { now } = (platform ?? {}) as Partial<Host>;
  checkKind('Session.host: platform', typeof now === 'function', 'a Host', platform);
}

export function checkProbe(next: Probe | undefined): void {
  if (next === undefined) return;
  checkObject('Session.probe: next', next);
  checkMethods('Session.probe', 'next', next, ['ran', 'fired', 'dropped', 'turned']);
}

export function checkFrameProbe(next: FrameProbe | undefined): void {
  if (next === undefined) return;
  checkObject('Session.frameProbe: next', next);
  checkMethods('Session.frameProbe', 'next', next, ['windowEnded']);
}

/** `isTaken`: returns whether another input has the name, which throws an Error. */
export function checkInput(name: string, handler: unknown, isTaken: (name: string) => boolean): void {
  checkName('input', name);
  checkCallback('Session.input: handler', handler);
  if (isTaken(name))
    throw new Error(
      `Session.input: each input must have a name of its own, got ${JSON.stringify(name)} again`,
    );
}

export function checkCall(name: string, start: unknown): void {
  checkName('call', name);
  checkCallback('Session.call: start', start);
}

export function checkState(hash: unknown): void {
  checkCallback('Session.state: hash', hash);
}

export function checkCosted(name: string, run: unknown): void {
  checkName('costed', name);
  checkCallback('Session.costed: run', run);
}

function checkName(method: string, name: string): void {
  checkKind(`Session.${method}: name`, typeof name === 'string', 'a string', name);
}
