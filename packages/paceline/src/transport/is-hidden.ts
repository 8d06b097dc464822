/** Whether this is a page that nobody sees: its timers come a second late, or a minute. */
export function isHidden(): boolean {
  return (globalThis as { readonly document?: { readonly hidden: boolean } }).document?.hidden === true;
}
