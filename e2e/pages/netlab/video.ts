/** Pictures per second, and layers of each: a base without which there is no picture, and others that each make it better (thesis §4.4.2). */
export const pictureRate = 30;
export const layers = 8;

const bitsPerSecond = 4e6;
const baseShare = 0.4;

/** Bytes of a layer; all of all pictures together are 4 Mbit/s. */
export function sizeOf(layer: number): number {
  const picture = bitsPerSecond / 8 / pictureRate;
  return Math.round(layer === 0 ? baseShare * picture : ((1 - baseShare) * picture) / (layers - 1));
}

/** A picture more is worth more than better pictures: all bases go before all second layers, and so on. */
export function priorityOf(layer: number): number {
  return layers - layer;
}

/** Goes before all layers: what a player does. */
export const controlPriority: number = layers + 1;
export const controlRate = 60;
export const controlSize = 64;

/** What is at the beginning of each message. */
export interface Head {
  /** Ms on a clock that both ends share. */
  readonly sentAt: number;
  /** Of a layer; undefined: it is control. */
  readonly layer: number | undefined;
  readonly picture: number;
}

const control = 255;

export function messageOf({ layer, picture, sentAt }: Head): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(layer === undefined ? controlSize : sizeOf(layer));
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, sentAt);
  view.setUint8(8, layer ?? control);
  view.setUint32(9, picture);
  return bytes;
}

export function headOf(bytes: Uint8Array): Head {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const layer = view.getUint8(8);
  return {
    sentAt: view.getFloat64(0),
    layer: layer === control ? undefined : layer,
    picture: view.getUint32(9),
  };
}
