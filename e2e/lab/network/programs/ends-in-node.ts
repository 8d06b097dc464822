import type { Socket } from '@doha/paceline';
import { accept } from './accept.ts';
import { connectBy } from './connect.ts';
import type { FlowOptions, Platform } from './flow.ts';
import { runSink, type SinkReport } from './sink.ts';
import { runSource, type SourceReport } from './source.ts';
import { runThinSink, type ThinSinkReport } from './thin-sink.ts';
import { runThinSource, type ThinOptions, type ThinSourceReport } from './thin-source.ts';

export { idealSink } from './ideal-sink.ts';

/** What a Node process gives. */
export interface NodePlatform extends Platform {
  readonly WebSocket: new (url: string, protocol?: string) => Socket;
}

/** Plays to those who connect. */
export function servingSource(options: FlowOptions, platform: NodePlatform): Promise<SourceReport> {
  return runSource(options, platform, accept);
}

/** Listens to a source to which it connects. */
export function connectingSink(options: FlowOptions, platform: NodePlatform): Promise<SinkReport> {
  return runSink(options, platform, connectBy(platform.WebSocket));
}

/** Listens to those who connect. */
export function servingSink(options: FlowOptions, platform: NodePlatform): Promise<SinkReport> {
  return runSink(options, platform, accept);
}

/** A thin stream and bulk, to those who connect. */
export function servingThinSource(options: ThinOptions, platform: NodePlatform): Promise<ThinSourceReport> {
  return runThinSource(options, platform, accept);
}

/** Listens to these. */
export function connectingThinSink(options: ThinOptions, platform: NodePlatform): Promise<ThinSinkReport> {
  return runThinSink(options, platform, connectBy(platform.WebSocket));
}
