import { checkKind } from '@doha/loop/options';

const hasScheme = /^(wss?|https?|ws\+unix):[^#]*$/;

/**
 * Returns `given`, the address of a WebSocket, as a string. Throws a TypeError that names `what` if
 * the address is invalid. In a page it may be relative to the page's address. Only `ws` supports
 * the scheme `ws+unix:`.
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
