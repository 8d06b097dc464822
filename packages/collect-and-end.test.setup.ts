import { MessageChannel } from 'node:worker_threads';
import { Collector, Recorder, serveRecorder } from '@doha/monitor';

// Opens channels and does nothing else, so that the process should end.
const { port1, port2 } = new MessageChannel();
const collector = new Collector();
collector.add(port1);
serveRecorder(new Recorder(), port2);
