/** Lets a Node process end although a port is open or a timer runs. */
export function unref(item: unknown): void {
  (item as { unref?: () => void }).unref?.();
}
