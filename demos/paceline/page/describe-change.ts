import { formatRate, formatTime } from './format.ts';
import { inputBytes, type Kind, kinds } from '../network/kinds.ts';
import type { Settings } from '../network/settings.ts';

const names: Readonly<Record<Kind, string>> = {
  inputs: 'inputs',
  positions: 'positions',
  video: 'video',
  download: 'download',
};

/** The differences of two settings, such as `priority of inputs 9 → 0`; an empty text without differences. */
export function describeChange(before: Settings, after: Settings): string {
  const was = valuesOf(before);
  return valuesOf(after)
    .flatMap(([name, value], i) => (value === was[i]![1] ? [] : [`${name} ${was[i]![1]} → ${value}`]))
    .join(', ');
}

function valuesOf({ kinds: each, link, weights }: Settings): [name: string, value: string][] {
  return [
    ['rate of the link', formatRate(link.rate)],
    ['round trip', formatTime(link.roundTrip)],
    ['queue of the router', formatTime(link.queue)],
    ...kinds.flatMap((kind): [string, string][] => [
      [`rate of ${names[kind]}`, formatSent(kind, each[kind].rate)],
      [`priority of ${names[kind]}`, String(each[kind].priority)],
    ]),
    ['weight of inputs, positions and video', String(weights.play)],
    ['weight of the download', String(weights.download)],
  ];
}

function formatSent(kind: Kind, rate: number): string {
  return kind === 'inputs' ? `${rate / 8 / inputBytes} per s` : formatRate(rate);
}
