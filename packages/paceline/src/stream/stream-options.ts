import { checkKind, checkNumber, checkOptions } from '@doha/loop/options';
import type { Fairness } from '../sender/outgoing-stream.ts';
import { checkText } from '../wire/check-text.ts';
import { maxLabel } from '../wire/layout.ts';

/** Options of `Session.stream`. */
export interface StreamOptions {
  /** Sent to the peer; up to 1,024 bytes of UTF-8. */
  readonly label?: string | undefined;
  /** The measure by which streams share the session: bytes ('resource', the default), or the quality that messages add ('quality'). */
  readonly fairness?: Fairness | undefined;
  /** Share relative to a stream of weight 1; > 0, default 1. Values below 1e-6 or above 1e6 count as these bounds. */
  readonly weight?: number | undefined;
  /** Whether the peer may send messages, too. Default: only the endpoint that opens the stream sends. */
  readonly twoWay?: boolean | undefined;
}

const names = ['label', 'fairness', 'weight', 'twoWay'] as const satisfies readonly (keyof StreamOptions)[];

/** Throws a RangeError or a TypeError that names an option. */
export function checkStreamOptions(options: StreamOptions): void {
  checkOptions('stream', options, names);
  const { fairness = 'resource', label = '', twoWay = false, weight = 1 } = options;
  checkKind('stream: twoWay', typeof twoWay === 'boolean', 'a boolean', twoWay);
  checkNumber('stream: weight', weight, { above: 0 });
  checkKind('stream: fairness', isFairness(fairness), "'resource' or 'quality'", fairness);
  checkText('stream: label', label, maxLabel);
}

function isFairness(value: unknown): boolean {
  return value === 'resource' || value === 'quality';
}
