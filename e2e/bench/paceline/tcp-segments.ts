import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type Koffi from 'koffi';

/*
 * struct tcp_info of Linux (include/uapi/linux/tcp.h), as far as it is read:
 *
 *     136  u32  tcpi_segs_out
 *     140  u32  tcpi_segs_in
 */
const segmentsOutAt = 136;
const infoSize = 144;

const tcp = 6; // IPPROTO_TCP
const maxSegment = 2; // TCP_MAXSEG
const tcpInfo = 11; // TCP_INFO

/** Of a segment on Ethernet, less the headers of IP and TCP. */
const ethernetSegment = 1460;

interface Calls {
  getsockopt(descriptor: number, level: number, option: number, value: Uint8Array, size: Uint32Array): number;
  setsockopt(descriptor: number, level: number, option: number, value: Int32Array, size: number): number;
}

let calls: Calls | undefined;

/** Lets the connections that come to a server have segments as on Ethernet, where the system can. */
export function useEthernetSegments(http: Server): void {
  calls = load();
  calls?.setsockopt(descriptorOf(http), tcp, maxSegment, Int32Array.of(ethernetSegment), 4);
}

/** Segments that a connection has sent and received, those without data included; NaN where the system does not say. */
export function tcpSegments(socket: Socket): number {
  const info = new Uint8Array(infoSize);
  if (calls?.getsockopt(descriptorOf(socket), tcp, tcpInfo, info, Uint32Array.of(infoSize)) !== 0) return NaN;
  const view = new DataView(info.buffer);
  return view.getUint32(segmentsOutAt, true) + view.getUint32(segmentsOutAt + 4, true);
}

function descriptorOf(of: Server | Socket): number {
  return (of as unknown as { readonly ['_handle']?: { readonly fd: number } })['_handle']?.fd ?? -1;
}

function load(): Calls | undefined {
  if (process.platform !== 'linux') return undefined;
  const koffi = createRequire(import.meta.url)('koffi') as typeof Koffi;
  const library = koffi.load(null);
  return {
    getsockopt: library.func('int getsockopt(int, int, int, void *, void *)'),
    setsockopt: library.func('int setsockopt(int, int, int, void *, int)'),
  };
}
