/** Pictures per second, and layers of each: a base without which there is no picture, and others that each make it better (thesis §4.4.2). */
export const pictureRate = 30;
export const layers = 8;

/** Bits per second of a video of which all is sent, where nothing else is said. */
export const usualRate = 4e6;

const baseShare = 0.4;

/** Bytes of a layer; all of all pictures together are `rate` bits per second. */
export function sizeOf(layer: number, rate: number = usualRate): number {
  const picture = rate / 8 / pictureRate;
  return Math.round(layer === 0 ? baseShare * picture : ((1 - baseShare) * picture) / (layers - 1));
}

/**
 * A picture more is worth more than better pictures: all bases go before all second layers, and so on. Of bases every eighth one goes first, then those in
 * the middle between these, and so on: where not all fit, those that come are even. (If they were equals, the oldest would go first, and each would be
 * past its time before all of it has gone.)
 */
export function priorityOf(layer: number, picture: number): number {
  if (layer > 0) return layers - layer;
  const level = [8, 4, 2].findIndex((period) => picture % period === 0);
  return layers + (level < 0 ? 0 : (3 - level) / 4);
}

/** Seconds of full quality that a layer adds: a picture without any but its base is worth 0.65 of one that has all. */
export function utilityOf(layer: number): number {
  return (layer === 0 ? 0.65 : 0.35 / (layers - 1)) / pictureRate;
}

/** Goes before all layers: what a player does. */
export const controlPriority: number = layers + 1;
export const controlRate = 60;
export const controlSize = 64;

/** What is at the beginning of each message. */
export interface Head {
  /** Ms on a clock that both ends share. */
  readonly sentAt: number;
  /** Of the flow. */
  readonly video: number;
  /** Of a layer; undefined: it is control. */
  readonly layer: number | undefined;
  readonly picture: number;
}

const control = 255;

/** `rate`: of the video, see {@link sizeOf}. */
export function messageOf({ layer, picture, sentAt, video }: Head, rate?: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(layer === undefined ? controlSize : sizeOf(layer, rate));
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, sentAt);
  view.setUint8(8, layer ?? control);
  view.setUint32(9, picture);
  view.setUint8(13, video);
  return bytes;
}

export function headOf(bytes: Uint8Array): Head {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const layer = view.getUint8(8);
  return {
    sentAt: view.getFloat64(0),
    layer: layer === control ? undefined : layer,
    picture: view.getUint32(9),
    video: view.getUint8(13),
  };
}
