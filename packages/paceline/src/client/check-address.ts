import { checkKind } from '@doha/loop/options';

const hasScheme = /^(wss?|https?|ws\+unix):[^#]*$/;

/**
 * Returns the address of a WebSocket as a string. Throws a TypeError that names `what` unless it is one, absolute or relative to the page's. `ws+unix:` is
 * an address of `ws`.
 */
export function checkAddress(what: string, given: unknown): string {
  checkKind(what, typeof given === 'string' || given instanceof URL, 'a string or a URL', given);
  const address = String(given);
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const url = resolve(address, location?.href);
  checkKind(
    what,
    hasScheme.test(url),
    "an address such as 'wss://game.example/play', without a fragment",
    address,
  );
  return address;
}

function resolve(address: string, base: string | undefined): string {
  try {
    return new URL(address, base).href;
  } catch {
    return '';
  }
}
