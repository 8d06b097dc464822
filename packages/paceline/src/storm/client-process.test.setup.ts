import type { VirtualNetwork } from './virtual-network.test.setup.ts';
import type { VirtualSocket } from './virtual-socket.test.setup.ts';

/** The process of a client, which may be killed. */
export class ClientProcess {
  #network: VirtualNetwork;
  #sockets: VirtualSocket[] = [];
  #isDead = false;

  constructor(network: VirtualNetwork) {
    this.#network = network;
  }

  /** Makes a connection. */
  open(): VirtualSocket {
    const socket = this.#isDead ? this.#network.openNowhere() : this.#network.open();
    this.#sockets.push(socket);
    return socket;
  }

  /** Kills the process. The server notices it after `delay` ms; Infinity: never. */
  kill(delay: number): void {
    this.#isDead = true;
    for (const socket of this.#sockets.splice(0)) this.#network.killClient(socket, delay);
  }
}
