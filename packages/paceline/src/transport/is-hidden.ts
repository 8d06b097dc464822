/** Whether this is a hidden page: its timers may be a second late, or a minute. */
export function isHidden(): boolean {
  return (globalThis as { readonly document?: { readonly hidden: boolean } }).document?.hidden === true;
}
