/** Resolves with its time before the next picture of the display is made. */
export function nextPicture(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
