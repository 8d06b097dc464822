import type { Endpoint } from '../transport/endpoint.ts';

/**
 * Wraps an endpoint of a virtual channel so that it copies each message that it sends, as a channel
 * between real threads does. Ports are not copied.
 */
export function copyMessages(endpoint: Endpoint): Endpoint {
  return {
    post: (message, transfer) => endpoint.post(copyOfMessage(message, transfer), transfer),
    listen: (listener) => endpoint.listen(listener),
    close: () => endpoint.close(),
  };
}

// Virtual ports cannot be cloned, so names replace them while the message is copied.
function copyOfMessage(message: unknown, transfer: readonly Transferable[]): unknown {
  const buffers = transfer.filter((object) => object instanceof ArrayBuffer);
  const ports = transfer.filter((object) => !(object instanceof ArrayBuffer));
  if (ports.length === 0) return structuredClone(message, { transfer: buffers });
  const names = new Map<unknown, unknown>(ports.map((port, index) => [port, `\0port ${index}`]));
  const portsByName = new Map([...names].map(([port, name]) => [name, port]));
  return replaced(structuredClone(replaced(message, names), { transfer: buffers }), portsByName);
}

function replaced(value: unknown, replacements: ReadonlyMap<unknown, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => replaced(item, replacements));
  return replacements.get(value) ?? value;
}
