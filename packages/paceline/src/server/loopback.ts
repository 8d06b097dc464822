/** Whether a hostname, such as `URL.hostname`, or an address is that of this machine only. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase();
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    name === '[::1]' ||
    is127.test(name)
  );
}

const is127 = /^127(\.\d{1,3}){3}$/;
