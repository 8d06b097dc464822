import type { LatencyController, Path } from './latency-controller.ts';

/** Bytes that are committed at once. */
const burst = 2 ** 16;

/** No control: commits whenever the socket's buffer is empty, as programs without Paceline do with `bufferedAmount`. */
export function none(): LatencyController {
  return {
    name: 'none',
    pollInterval: 4,
    budget: ({ buffered }: Path) => (buffered === 0 ? burst : 0),
  };
}
