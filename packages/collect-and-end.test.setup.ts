import { MessageChannel } from 'node:worker_threads';
import { type Channel, Collector, Recorder, serveRecorder } from '@doha/monitor';

// Opens channels and does nothing else, so that the process should end.
const { port1, port2 } = new MessageChannel();
const collector = new Collector();
collector.add(port1 as unknown as Channel);
serveRecorder(new Recorder(), port2 as unknown as Channel);
