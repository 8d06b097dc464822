/** A class that takes the place of WebSocket, or a subclass of such a class. */
interface SocketClass {
  readonly prototype: object;
}

const constants = ['CONNECTING', 'OPEN', 'CLOSING', 'CLOSED'];

/**
 * Gives the members of a class the property attributes that Web IDL asks for (§3.7), and adds the
 * constants and the class string of WebSocket. A subclass of such a class gets the name 'WebSocket',
 * and copies of the members, because programs may replace methods on `WebSocket.prototype`.
 */
export function defineMembers(Class: SocketClass): void {
  const { prototype } = Class;
  if (Object.getPrototypeOf(Class) !== EventTarget) {
    const { constructor: _, ...members } = Object.getOwnPropertyDescriptors(
      Object.getPrototypeOf(prototype) as object,
    );
    Object.defineProperties(prototype, members);
    Object.defineProperty(Class, 'name', { value: 'WebSocket', configurable: true });
  }
  for (const name of Object.getOwnPropertyNames(prototype))
    if (name !== 'constructor') Object.defineProperty(prototype, name, { enumerable: true });
  for (const [value, name] of constants.entries())
    for (const object of [Class, prototype]) Object.defineProperty(object, name, { value, enumerable: true });
  Object.defineProperty(prototype, Symbol.toStringTag, { value: 'WebSocket', configurable: true });
}
