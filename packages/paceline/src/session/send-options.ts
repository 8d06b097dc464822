export interface SendOptions {
  /** Any finite number, default 0: of one stream the highest goes first. */
  readonly priority?: number | undefined;
  /** What it adds to the quality that is seen, in seconds of full quality, ≥ 0: what streams of `fairness: 'quality'` share. Default 0: not known. */
  readonly marginalUtility?: number | undefined;
  /** Ms after which what has not left is taken back; > 0. Default: never. */
  readonly expiresIn?: number | undefined;
}

/** How a message is sent that a program sends as by any WebSocket. */
export interface Classified extends SendOptions {
  /** It takes the place of the last one with this key that has not left. */
  readonly key?: string | undefined;
}

/** Throws a RangeError that names what is out of its range. */
export function checkSendOptions({ expiresIn = 1, marginalUtility = 0, priority = 0 }: SendOptions): void {
  if (!Number.isFinite(priority))
    throw new RangeError(`send: priority must be a finite number, got ${priority}`);
  if (!(Number.isFinite(marginalUtility) && marginalUtility >= 0))
    throw new RangeError(`send: marginalUtility must be a finite number ≥ 0, got ${marginalUtility}`);
  if (!(Number.isFinite(expiresIn) && expiresIn > 0))
    throw new RangeError(`send: expiresIn must be a finite number of ms > 0, got ${expiresIn}`);
}
