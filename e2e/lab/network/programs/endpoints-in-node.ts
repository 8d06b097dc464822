import type { Socket } from '@doha/paceline';
import { acceptBy, type ListenTls } from './accept.ts';
import { acceptWebTransportBy, type ListenWebTransport } from './web-transport/accept-web-transport.ts';
import { connectBy } from './connect.ts';
import { type FlowOptions, isWebTransport, type Platform } from './flow.ts';
import { runSink, type SinkReport } from './sink.ts';
import { runSource, type SourceReport } from './source.ts';
import { runThinSink, type ThinSinkReport } from './thin-sink.ts';
import { runThinSource, type ThinOptions, type ThinSourceReport } from './thin-source.ts';
import { runWindowSink, type WindowSinkReport } from './windows/window-sink.ts';
import { runWindowSource, type WindowOptions, type WindowSourceReport } from './windows/window-source.ts';

export { idealSink } from './ideal-sink.ts';

/** The platform of a Node process. */
export interface NodePlatform extends Platform {
  readonly WebSocket: new (url: string, protocol?: string) => Socket;
  readonly listenTls: ListenTls;
  readonly listenWebTransport: ListenWebTransport;
}

/** Sends videos to the clients that connect. */
export function servingSource(options: FlowOptions, platform: NodePlatform): Promise<SourceReport> {
  return runSource(options, platform, acceptBy(platform.listenTls));
}

/** Connects to a source, and receives its videos. */
export function connectingSink(options: FlowOptions, platform: NodePlatform): Promise<SinkReport> {
  return runSink(options, platform, connectBy(platform.WebSocket));
}

/** Receives videos from the clients that connect. */
export function servingSink(options: FlowOptions, platform: NodePlatform): Promise<SinkReport> {
  const accept = isWebTransport(options.transport)
    ? acceptWebTransportBy(platform.listenWebTransport)
    : acceptBy(platform.listenTls);
  return runSink(options, platform, accept);
}

/** Sends a thin stream (a small message every 20 ms) and bulk data to the clients that connect. */
export function servingThinSource(options: ThinOptions, platform: NodePlatform): Promise<ThinSourceReport> {
  return runThinSource(options, platform, acceptBy(platform.listenTls));
}

/** Connects to a source of a thin stream and bulk data, and receives both. */
export function connectingThinSink(options: ThinOptions, platform: NodePlatform): Promise<ThinSinkReport> {
  return runThinSink(options, platform, connectBy(platform.WebSocket));
}

/** Sends a video in adaptation windows to the clients that connect. */
export function servingWindowSource(
  options: WindowOptions,
  platform: NodePlatform,
): Promise<WindowSourceReport> {
  return runWindowSource(options, platform, acceptBy(platform.listenTls));
}

/** Connects to a source of adaptation windows, and receives them. */
export function connectingWindowSink(
  options: WindowOptions,
  platform: NodePlatform,
): Promise<WindowSinkReport> {
  return runWindowSink(options, platform, connectBy(platform.WebSocket));
}
