import type { Row } from '../../../tools/results/results.ts';
import { mean, round, sum } from '../../../tools/statistics/statistics.ts';
import { bytesOf, type FlowsReport } from '../endpoints/run-flows.ts';

/**
 * The columns of costs: CPU time per received MB and message, bytes on the wire in addition to messages, and the use and the greatest delay of the emulated
 * link. `rate`: of the link, in bits per second.
 */
export function costColumns(reports: readonly FlowsReport[], rate: number): Row {
  const total = (of: (report: FlowsReport) => number): number => sum(reports.map(of));
  const bytes = total(bytesOf);
  const messages = total(({ sink }) => sink.messages);
  const cpu = { source: total(({ source }) => source.cpu), sink: total(({ sink }) => sink.cpu) };
  const wires = reports.flatMap(({ wire }) => wire ?? []);
  const isIdeal = wires.length === 0;
  const given = sum(wires.map((wire) => wire.given));
  const used = wires.map((wire) => (8 * wire.carried) / wire.seconds / rate);
  const unlessIdeal = (value: number, digits: number): number | null =>
    isIdeal ? null : round(value, digits);
  return {
    'source CPU, ms/MB': unlessIdeal((1e6 * cpu.source) / bytes, 1),
    'sink CPU, ms/MB': unlessIdeal((1e6 * cpu.sink) / bytes, 1),
    'source CPU, µs/message': unlessIdeal((1000 * cpu.source) / messages, 0),
    'sink CPU, µs/message': unlessIdeal((1000 * cpu.sink) / messages, 0),
    'on the wire beyond messages, %': unlessIdeal(100 * (given / bytes - 1), 1),
    'link used, %': unlessIdeal(100 * mean(used), 1),
    'link late at most, ms': unlessIdeal(Math.max(...wires.map(({ maxLateness }) => maxLateness)), 1),
  };
}
