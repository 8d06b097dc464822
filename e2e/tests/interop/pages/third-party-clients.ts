import { createClient } from 'graphql-ws';
import mqtt from 'mqtt';
import ReconnectingWebSocket from 'reconnecting-websocket';
import { Client } from 'rpc-websockets';
import { io } from 'socket.io-client';
import { WebsocketProvider } from 'y-websocket';
import { Doc } from 'yjs';

/** Sends a message and resolves when the answer has arrived. Rejects or remains pending while there is no connection. */
type Probe = () => Promise<unknown>;

/** Delay in ms between a lost connection and the next attempt, for clients with such an option. */
const reconnectDelay = 200;

/** Starts all clients. `server`: host and port. */
export function startClients(server: string): Readonly<Record<string, Probe>> {
  const url = `ws://${server}`;
  return {
    'y-websocket': yWebsocket(`${url}/yjs`),
    'graphql-ws': graphqlWs(`${url}/graphql`),
    'reconnecting-websocket': reconnectingWebSocket(`${url}/echo`),
    mqtt: mqttClient(`${url}/mqtt`),
    'socket.io': socketIo(`http://${server}`),
    'rpc-websockets': rpcWebsockets(`${url}/rpc`),
  };
}

/** Two clients that share a document. One writes, the other reads. */
function yWebsocket(url: string): Probe {
  const [one, other] = [new Doc(), new Doc()];
  for (const doc of [one, other]) void new WebsocketProvider(url, 'room', doc, { disableBc: true });
  let count = 0;
  const read = other.getMap('map');
  return async () => {
    const value = ++count;
    const written = new Promise<void>((resolve) => {
      read.observe(() => {
        if (read.get('count') === value) resolve();
      });
    });
    one.getMap('map').set('count', value);
    await written;
  };
}

/** An endless subscription and a query. */
function graphqlWs(url: string): Probe {
  const client = createClient({
    url,
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, reconnectDelay)),
  });
  let ticked = (): void => {};
  client.subscribe(
    { query: 'subscription { ticks }' },
    { next: () => ticked(), error: fatal, complete() {} },
  );
  return async () => {
    await new Promise<void>((resolve) => (ticked = resolve));
    for await (const { data } of client.iterate({ query: '{ hello }' })) {
      if (data?.['hello'] !== 'hello') fatal(data);
      return;
    }
  };
}

function reconnectingWebSocket(url: string): Probe {
  const socket = new ReconnectingWebSocket(url, [], {
    minReconnectionDelay: reconnectDelay,
    maxReconnectionDelay: reconnectDelay,
  });
  let count = 0;
  return async () => {
    const text = `${++count}`;
    const echoed = new Promise<void>((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        if (data === text) resolve();
      });
    });
    socket.send(text);
    await echoed;
  };
}

function mqttClient(url: string): Probe {
  const client = mqtt.connect(url, { reconnectPeriod: reconnectDelay });
  client.on('error', () => {});
  client.subscribe('topic');
  let count = 0;
  return async () => {
    const text = `${++count}`;
    const arrived = new Promise<void>((resolve) => {
      client.on('message', (_, payload) => {
        if (payload.toString() === text) resolve();
      });
    });
    await client.publishAsync('topic', text, { qos: 1 });
    await arrived;
  };
}

/** Binary data in both directions, with an acknowledgment. */
function socketIo(url: string): Probe {
  const socket = io(url, {
    transports: ['websocket'],
    reconnectionDelay: reconnectDelay,
    reconnectionDelayMax: reconnectDelay,
    randomizationFactor: 0,
  });
  let count = 0;
  return async () => {
    const data = { count: ++count, bytes: Uint8Array.of(1, 2, count % 256) };
    const answer = (await socket.timeout(300).emitWithAck('echo', data)) as {
      count: number;
      bytes: ArrayBuffer;
    };
    const isSame = answer.count === data.count && new Uint8Array(answer.bytes)[2] === data.bytes[2];
    if (!isSame) fatal(answer);
  };
}

function rpcWebsockets(url: string): Probe {
  const client = new Client(url, { reconnect_interval: reconnectDelay, max_reconnects: 0 });
  client.on('error', () => {});
  let count = 0;
  return async () => {
    const value = ++count; // makes sums differ, so that a late answer to an earlier call is detected
    const sum = await client.call('sum', [value, 1]);
    if (sum !== value + 1) fatal(sum);
  };
}

/** Shows a wrong answer in the title of the page, which the test reads, and throws an Error. */
function fatal(answer: unknown): never {
  document.title = `failed: ${JSON.stringify(answer)}`;
  throw new Error(document.title);
}
