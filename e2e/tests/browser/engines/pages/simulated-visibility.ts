let isHidden = false;

Object.defineProperty(document, 'hidden', { get: () => isHidden });

/** Makes the page appear hidden or shown. A real hidden page would also stop its display frames. */
export function setHidden(value: boolean): void {
  isHidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
}
