import { createRequire } from 'node:module';
import type Koffi from 'koffi';
import type { KernelState } from './latency-controller.ts';

/*
 * struct tcp_info of Linux (include/uapi/linux/tcp.h), as far as it is read:
 *
 *     16  u32  tcpi_snd_mss    bytes
 *     28  u32  tcpi_sacked     segments that have come, and wait for others
 *     32  u32  tcpi_lost       segments
 *     36  u32  tcpi_retrans    of those, sent again
 *     80  u32  tcpi_snd_cwnd   segments
 */
const segmentAt = 16;
const sackedAt = 28;
const lostAt = 32;
const againAt = 36;
const windowAt = 80;
const infoSize = 104;

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

/** What Linux says of a TCP socket; undefined on other systems, where koffi is not installed, or if the socket is none. */
export function kernelStateOf(descriptor: number): KernelState | undefined {
  if (calls === 'not tried') calls = load();
  if (calls === undefined) return undefined;
  size[0] = infoSize;
  if (calls.getsockopt(descriptor, tcp, tcpInfo, info, size) !== 0) return undefined;
  if (calls.ioctl(descriptor, outQueue, queued) !== 0) return undefined;
  const segment = field(segmentAt);
  const notUnderWay = field(sackedAt) + field(lostAt) - field(againAt);
  return {
    segment,
    congestionWindow: segment * field(windowAt),
    queued: queued[0]! - segment * notUnderWay,
  };
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
