// The exports of the package do not include its types.
declare module 'rpc-websockets' {
  import type { WebSocketServer } from 'ws';

  export class Client {
    constructor(
      url: string,
      options: { readonly reconnect_interval: number; readonly max_reconnects: number },
    );
    on(type: 'error', listener: () => void): this;
    call(method: string, params: readonly number[]): Promise<unknown>;
  }

  export class Server {
    readonly wss: WebSocketServer;
    constructor(options: { readonly noServer: true });
    register(name: string, method: (params: number[]) => unknown, namespace: string): void;
  }
}
