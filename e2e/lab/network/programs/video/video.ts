/** Frames per second (thesis §4.4.2). */
export const frameRate = 30;
/** Layers of a frame: a base, which is necessary to display the frame, and seven that improve it (thesis §4.4.2). */
export const layers = 8;

/** Default rate of a video with all layers, in bits per second. */
export const defaultRate = 4e6;

const baseShare = 0.4;

/** Returns the size of a layer in bytes. `rate`: bits per second of all layers of all frames. */
export function sizeOf(layer: number, rate: number = defaultRate): number {
  const frame = rate / 8 / frameRate;
  return Math.round(layer === 0 ? baseShare * frame : ((1 - baseShare) * frame) / (layers - 1));
}

/**
 * Returns the priority of a layer. One more frame is worth more than better frames, so all bases come before all second layers, and so on. Among bases,
 * every eighth frame comes first, then the frames in the middle between these, and so on. So the frames that fit are evenly spaced. (With equal priorities,
 * the oldest base would come first, and each base would expire before it is sent completely.)
 */
export function priorityOf(layer: number, frame: number): number {
  if (layer > 0) return layers - layer;
  const level = [8, 4, 2].findIndex((period) => frame % period === 0);
  return layers + (level < 0 ? 0 : (3 - level) / 4);
}

/** Returns the marginal utility of a layer, in seconds of full quality. A frame with only its base is worth 0.65 of a complete one. */
export function utilityOf(layer: number): number {
  return (layer === 0 ? 0.65 : 0.35 / (layers - 1)) / frameRate;
}

/** Priority of control messages, above all layers, as for the input of a player. */
export const controlPriority: number = layers + 1;
/** Control messages per second. */
export const controlRate = 60;
/** Bytes of a control message. */
export const controlSize = 64;

/** The head of each message. */
export interface Head {
  /** Time in ms on a clock that both endpoints share. */
  readonly sentAt: number;
  /** Number of the video within its flow. */
  readonly video: number;
  /** Undefined for a control message. */
  readonly layer: number | undefined;
  /** Number of the frame, or of the control message. */
  readonly frame: number;
}

const control = 255;

/** Returns a message with this head. `rate`: of the video, see {@link sizeOf}. */
export function messageOf({ layer, frame, sentAt, video }: Head, rate?: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(layer === undefined ? controlSize : sizeOf(layer, rate));
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, sentAt);
  view.setUint8(8, layer ?? control);
  view.setUint32(9, frame);
  view.setUint8(13, video);
  return bytes;
}

export function headOf(bytes: Uint8Array): Head {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const layer = view.getUint8(8);
  return {
    sentAt: view.getFloat64(0),
    layer: layer === control ? undefined : layer,
    frame: view.getUint32(9),
    video: view.getUint8(13),
  };
}
