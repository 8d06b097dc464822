import { Paceline, type Socket } from '@doha/paceline';
import type { FlowOptions, Platform } from './flow.ts';
import { headOf, layers } from './video.ts';

/** What came of the flows; times in ms. */
export interface SinkReport {
  /** How long each control message took, by flow. */
  readonly control: readonly (readonly number[])[];
  /** Bytes that came in each half second, by flow. */
  readonly slots: readonly (readonly number[])[];
  /** Messages of each layer that came in time, and that came too late, of all flows. */
  readonly inTime: readonly number[];
  readonly late: readonly number[];
}

const slot = 500;

type SocketClass = new (url: string, protocols?: string) => Socket;

/** Connects as often as there are flows, listens, and says what came. */
export async function runSink(
  options: FlowOptions,
  platform: Platform & { readonly WebSocket: SocketClass },
): Promise<SinkReport> {
  const { flows, seconds, threshold, warmup } = options;
  const count = Math.round(((seconds - warmup) * 1000) / slot);
  const report = {
    control: Array.from({ length: flows }, (): number[] => []),
    slots: Array.from({ length: flows }, () => Array.from({ length: count }, () => 0)),
    inTime: Array.from({ length: layers }, () => 0),
    late: Array.from({ length: layers }, () => 0),
  };
  const hear = await Promise.all(Array.from({ length: flows }, () => connect(options, platform)));
  const from = platform.now() + 1000 * warmup;
  const to = platform.now() + 1000 * seconds;
  for (const [flow, listen] of hear.entries()) {
    listen((bytes) => {
      const now = platform.now();
      if (now < from || now >= to) return;
      const { layer, sentAt } = headOf(bytes);
      report.slots[flow]![Math.min(count - 1, Math.floor((now - from) / slot))]! += bytes.length;
      if (layer === undefined) report.control[flow]!.push(now - sentAt);
      else report[now - sentAt <= threshold ? 'inTime' : 'late'][layer]!++;
    });
  }
  await new Promise((resolve) => setTimeout(resolve, to - platform.now()));
  return report;
}

type Listen = (listener: (bytes: Uint8Array) => void) => void;

async function connect(
  { host, port, standbys, transport }: FlowOptions,
  { WebSocket }: { readonly WebSocket: SocketClass },
): Promise<Listen> {
  const url = `ws://${host}:${port}`;
  if (transport !== 'plain') {
    const session = await Paceline.connect(url, { WebSocket, standbys });
    return (listener) => void session.onMessage((data) => listener(data as Uint8Array));
  }
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  await new Promise<void>((resolve) => socket.addEventListener('open', resolve));
  return (listener) =>
    socket.addEventListener('message', ({ data }) => listener(new Uint8Array(data as ArrayBuffer)));
}
