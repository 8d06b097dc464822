import type { Bytes, Doubles, Floats, Integers } from '../../../../demos/tandem-tools/measure/recording.ts';

// The tables of a recording are base64 texts. These functions decode them.

export function doubles(text: Doubles): Float64Array {
  return new Float64Array(buffer(text));
}

export function floats(text: Floats): Float32Array {
  return new Float32Array(buffer(text));
}

export function integers(text: Integers): Uint32Array {
  return new Uint32Array(buffer(text));
}

export function bytes(text: Bytes): Uint8Array {
  return new Uint8Array(buffer(text));
}

function buffer(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text, 'base64')).buffer;
}
