/** Copies an address, by default that of the page. Resolves to false if the browser refuses. */
export async function copyAddress(address = location.href): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(address);
    return true;
  } catch {
    return false;
  }
}
