import { type EventLoop, Timer } from '@doha/loop';
import { Alarm } from '../timers/alarm.ts';
import { Deadline } from '../timers/deadline.ts';
import type { Channel } from './channel.ts';
import type { Channels } from './channels.ts';

/** Milliseconds within which the peer must answer after the network or the page has changed. */
const probeTimeout = 2000;

/** Milliseconds without a channel after which `disconnected` is called. */
const disconnectedTimeout = 1000;

export interface ChannelWatchParts {
  readonly loop: EventLoop;
  readonly channels: Channels;
  /** Milliseconds of silence after which the peer is pinged; after as many again the channel is given up. */
  readonly heartbeat: number;
  /** Pings the peer by a channel. */
  readonly ping: (channel: Channel) => void;
  /** Called when late acknowledgments may have led to a failover, so that there may be something to send. */
  readonly checked: () => void;
  /** Called when there was no channel for a second. */
  readonly disconnected: () => void;
}

/** Gives up channels of a session by which acknowledgments are late, or pings get no answer. */
export class ChannelWatch {
  #loop: EventLoop;
  #channels: Channels;
  #ping: (channel: Channel) => void;
  #timer: Timer;
  #acknowledgments: Deadline;
  #silence: Deadline;
  #probe: Deadline;
  #disconnected: Alarm;
  #isStopped = false;

  constructor({ ping, channels, checked, disconnected, heartbeat, loop }: ChannelWatchParts) {
    this.#loop = loop;
    this.#channels = channels;
    this.#ping = (channel) => {
      channel.lastPingAt = loop.host.now();
      ping(channel);
    };
    this.#acknowledgments = new Deadline(loop, (now) => {
      channels.giveUpOverdue(now);
      checked();
    });
    this.#silence = new Deadline(loop, (now) => {
      channels.giveUpSilent(now, heartbeat);
      channels.silent(now, heartbeat).forEach(this.#ping);
    });
    this.#probe = new Deadline(loop, (now) => channels.giveUpSilent(now, probeTimeout));
    this.#disconnected = new Alarm(loop, disconnected);
    this.#timer = new Timer((now, at) => this.#silence.timerFired(now, at), {
      every: heartbeat / 2,
      maxLateness: heartbeat / 4,
    });
    loop.submit(this.#timer);
  }

  /** Channels have been added or removed. */
  changed(): void {
    if (this.#channels.active !== undefined) this.#disconnected.set(Infinity);
    else if (!this.#isStopped) this.#disconnected.setIfUnset(this.#now + disconnectedTimeout);
  }

  /** Frames were sent, or acknowledged. */
  update(): void {
    this.#acknowledgments.postpone(this.#channels.overdueAt(this.#now));
  }

  /** Pings the peer by each channel, and gives up the channels without an answer after two seconds. */
  probe(): void {
    this.#channels.all.forEach(this.#ping);
    this.#probe.set(this.#now + probeTimeout);
  }

  stop(): void {
    this.#isStopped = true;
    this.#disconnected.set(Infinity);
    for (const deadline of [this.#acknowledgments, this.#silence, this.#probe]) deadline.set(Infinity);
    this.#loop.cancel(this.#timer);
  }

  get #now(): number {
    return this.#loop.host.now();
  }
}
