import { createRequire } from 'node:module';
import type Koffi from 'koffi';
import type { KernelState } from './latency-controller.ts';

/*
 * The fields of Linux's struct tcp_info (include/uapi/linux/tcp.h) that are read:
 *
 *     16  u32  tcpi_snd_mss    bytes
 *     28  u32  tcpi_sacked     segments that have arrived, and wait for earlier ones
 *     32  u32  tcpi_lost       segments that are regarded as lost
 *     36  u32  tcpi_retrans    segments that were sent again and are in flight
 *     80  u32  tcpi_snd_cwnd   segments
 *    148  u32  tcpi_min_rtt    µs; all bits are set if it is not known. Since Linux 4.6
 */
const segmentOffset = 16;
const sackedOffset = 28;
const lostOffset = 32;
const retransmittedOffset = 36;
const windowOffset = 80;
const minRoundTripOffset = 148;
const infoSize = 152;

const tcp = 6; // IPPROTO_TCP
const tcpInfo = 11; // TCP_INFO
const outQueue = 0x5411; // SIOCOUTQ: bytes that were written and are not acknowledged

interface Calls {
  getsockopt(descriptor: number, level: number, option: number, value: Uint8Array, size: Uint32Array): number;
  ioctl(descriptor: number, request: number, value: Int32Array): number;
}

let calls: Calls | undefined | 'not tried' = 'not tried';
const info = new Uint8Array(infoSize);
const view = new DataView(info.buffer);
const size = new Uint32Array(1);
const queued = new Int32Array(1);

/** The state of a TCP socket in Linux; undefined on other systems, without koffi, or if the descriptor is no TCP socket. */
export function kernelStateOf(descriptor: number): KernelState | undefined {
  if (calls === 'not tried') calls = load();
  if (calls === undefined) return undefined;
  size[0] = infoSize;
  if (calls.getsockopt(descriptor, tcp, tcpInfo, info, size) !== 0) return undefined;
  if (calls.ioctl(descriptor, outQueue, queued) !== 0) return undefined;
  const segment = field(segmentOffset);
  const notInFlight = field(sackedOffset) + field(lostOffset) - field(retransmittedOffset);
  return {
    segment,
    congestionWindow: segment * field(windowOffset),
    queued: queued[0]! - segment * notInFlight,
    minRoundTrip: readMinRoundTrip(),
  };
}

function readMinRoundTrip(): number | undefined {
  if (size[0]! < infoSize) return undefined;
  const microseconds = field(minRoundTripOffset);
  return microseconds === 2 ** 32 - 1 ? undefined : microseconds / 1000;
}

function field(offset: number): number {
  return view.getUint32(offset, true);
}

function load(): Calls | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const koffi = createRequire(import.meta.url)('koffi') as typeof Koffi;
    const library = koffi.load(null);
    return {
      getsockopt: library.func('int getsockopt(int, int, int, void *, void *)'),
      ioctl: library.func('int ioctl(int, unsigned long, void *)'),
    };
  } catch {
    return undefined;
  }
}
