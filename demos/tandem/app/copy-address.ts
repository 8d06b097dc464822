/** Copies the address of the page. Resolves to whether the browser allowed it. */
export async function copyAddress(): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(location.href);
    return true;
  } catch {
    return false;
  }
}
