/** A field of a message of Protocol Buffers: a number, or the bytes of a string or message. */
export type Field = number | Uint8Array;

/** Returns the fields of a message, by their numbers. */
export function fieldsOf(bytes: Uint8Array): ReadonlyMap<number, readonly Field[]> {
  const fields = new Map<number, Field[]>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const varint = (): number => {
    for (let [value, unit] = [0, 1]; ; unit *= 128) {
      const byte = view.getUint8(at++);
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const list = fields.get(number) ?? [];
    fields.set(number, list);
    if (tag % 8 === 0) list.push(varint());
    else if (tag % 8 === 1) {
      list.push(view.getFloat64(at, true));
      at += 8;
    } else if (tag % 8 === 2) {
      const length = varint();
      list.push(bytes.subarray(at, (at += length)));
    } else throw new Error(`type ${tag % 8} of field ${number} is not in use`);
  }
  return fields;
}

/** Returns the first field with a number. Fields of inner messages are selected by further numbers. */
export function field(bytes: Uint8Array, ...path: readonly number[]): Field | undefined {
  let found: Field | undefined = bytes;
  for (const number of path) {
    if (!(found instanceof Uint8Array)) return undefined;
    found = fieldsOf(found).get(number)?.[0];
  }
  return found;
}

/** The text of a field. */
export function textOf(bytes: Field | undefined): string | undefined {
  return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : undefined;
}
