import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type Koffi from 'koffi';

/*
 * Fields of Linux's struct tcp_info (include/uapi/linux/tcp.h) that are read:
 *
 *     136  u32  tcpi_segs_out
 *     140  u32  tcpi_segs_in
 */
const segmentsOutAt = 136;
const infoSize = 144;

const tcp = 6; // IPPROTO_TCP
const maxSegment = 2; // TCP_MAXSEG
const tcpInfo = 11; // TCP_INFO

/** Payload of a TCP segment on Ethernet in bytes, without the IP and TCP headers. */
const ethernetSegment = 1460;

interface Calls {
  getsockopt(descriptor: number, level: number, option: number, value: Uint8Array, size: Uint32Array): number;
  setsockopt(descriptor: number, level: number, option: number, value: Int32Array, size: number): number;
}

let calls: Calls | undefined;

/** Sets the maximum segment size of a server's connections to the one of Ethernet, if the system supports this. */
export function useEthernetSegments(http: Server): void {
  calls = load();
  calls?.setsockopt(descriptorOf(http), tcp, maxSegment, Int32Array.of(ethernetSegment), 4);
}

/** Number of segments that a connection has sent and received, including segments without data; NaN if the system does not report it. */
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
