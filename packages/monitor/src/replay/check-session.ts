// Checks that recordings, replays and reruns share: of probes, and of the arguments of a `Session`. They throw TypeErrors, and an Error if the name of an
// input is used twice.
import type { FrameProbe, Host, Probe } from '@doha/loop';
import { checkCallback, checkKind, checkMethods, checkObject } from '@doha/loop/options';

export function checkHost(platform: Host): void {
  const { now } = (platform ?? {}) as Partial<Host>;
  checkKind('Session.host: platform', typeof now === 'function', 'a Host', platform);
}

/** `where` and `name`: the function and its argument or option, for errors. */
export function checkProbe(where: string, name: string, probe: Probe | undefined): void {
  if (probe === undefined) return;
  checkObject(`${where}: ${name}`, probe);
  checkMethods(where, name, probe, ['ran', 'fired', 'dropped', 'turned']);
}

/** See {@link checkProbe}. */
export function checkFrameProbe(where: string, name: string, probe: FrameProbe | undefined): void {
  if (probe === undefined) return;
  checkObject(`${where}: ${name}`, probe);
  checkMethods(where, name, probe, ['windowEnded']);
}

/** `isTaken`: returns whether another input has the name. If so, an Error is thrown. */
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
