/** Copies the address of the page. Resolves to false if the browser refuses. */
export async function copyAddress(): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(location.href);
    return true;
  } catch {
    return false;
  }
}
