import type {
  EstimateLoadsOptions,
  NearestToOptions,
  QualityBalanceOptions,
  StaticGridOptions,
} from '@doha/adapt';
import type { Engine, EngineOptions } from '@doha/engines';
import type { EntityChunksOptions, RowChunksOptions } from '@doha/engines/ecs';
import type { PrioritizedOptions } from '@doha/engines/react';
import type { AnimationLoopOptions } from '@doha/engines/three';
import type {
  EventLoop,
  EventLoopOptions,
  EveryFrameOptions,
  Frame,
  FrameOptions,
  FrameStatistics,
  LoopStatistics,
  TaskOptions,
  TimerOptions,
} from '@doha/loop';
import type { VirtualHost } from '@doha/loop/virtual';
import type { RecordedSessionOptions } from '@doha/monitor/replay';
import type {
  EndpointOptions as EndpointOptionsOfProtocol,
  InferProtocolOptions,
} from '@doha/monitor/protocol';
import type { OverlayOptions } from '@doha/monitor/overlay';
import type {
  CallOptions,
  CloseOptions,
  MultiProcOptions,
  MultiProcStatistics,
  SubmitOptions,
  WorkerStatistics,
} from '@doha/multiproc';
import type { PublishOptions, ReplicaOptions, TableOptions } from '@doha/multiproc/shared';
import type { ExposeOptions } from '@doha/multiproc/worker';
import type { SimulationOptions } from '@doha/multiproc/virtual';
import type {
  Classified,
  ConnectOptions,
  EndpointOptions,
  PacelineSocketOptions,
  SendOptions,
  Session,
  StreamOptions,
} from '@doha/paceline';
import type { PacelineServer, PacelineServerOptions } from '@doha/paceline/node';
import type { VirtualPair } from '@doha/paceline/virtual';

/** Lists the members of a type. The list does not compile if a member is missing or unknown. */
export function membersOf<T>(members: Readonly<Record<keyof T, true>>): string[] {
  return Object.keys(members);
}

/** The options that a function takes as its only parameter. */
type OptionsOf<F extends (options: never) => unknown> = NonNullable<Parameters<F>[0]>;

/** The options that a constructor takes as its only parameter. */
type OptionsOfNew<C extends new (options: never) => unknown> = NonNullable<ConstructorParameters<C>[0]>;

type OfBoth = keyof EndpointOptions | 'timeout' | 'loop' | 'onError';

/** The names of the options, or of the statistics, of each API of each package. */
export const members: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  loop: {
    EventLoop: membersOf<EventLoopOptions>({ host: true, slice: true, onError: true, probe: true }),
    'EventLoop.run': membersOf<OptionsOf<EventLoop['run']>>({ budget: true }),
    'Frame.run': membersOf<OptionsOf<Frame<object>['run']>>({ elapsed: true, budget: true }),
    VirtualHost: membersOf<OptionsOfNew<typeof VirtualHost>>({ displayRate: true }),
    'loop.stats': membersOf<LoopStatistics>({
      submitted: true,
      dispatched: true,
      cancelled: true,
      expired: true,
      fired: true,
      skipped: true,
      failed: true,
      turns: true,
    }),
    Task: membersOf<TaskOptions>({ expiresIn: true, onDrop: true }),
    Timer: membersOf<TimerOptions>({ at: true, after: true, every: true, catchUp: true, maxLateness: true }),
    everyFrame: membersOf<EveryFrameOptions>({
      simulate: true,
      rate: true,
      draw: true,
      catchUp: true,
      maxLateness: true,
    }),
    Frame: membersOf<FrameOptions<object>>({
      always: true,
      entities: true,
      update: true,
      priority: true,
      minRate: true,
      minRateShare: true,
      rankEvery: true,
      order: true,
      initialAge: true,
      replaces: true,
      beforeStep: true,
      rate: true,
      stepsPerWindow: true,
      maxStep: true,
      maxElapsed: true,
      maxFrameTime: true,
      probe: true,
    }),
    'frame.stats': membersOf<FrameStatistics>({
      steps: true,
      windows: true,
      submitted: true,
      updated: true,
      cancelled: true,
      stretch: true,
      pace: true,
      lostTime: true,
      skippedTime: true,
    }),
  },
  engines: {
    EngineFrame: membersOf<EngineOptions<object>>({
      budget: true,
      smooth: true,
      whenHidden: true,
      loop: true,
    }),
    Engine: membersOf<Engine>({ remove: true, speed: true }),
    usePrioritized: membersOf<PrioritizedOptions<object>>({ priority: true, deps: true, onError: true }),
    entityChunks: membersOf<Omit<EntityChunksOptions<number>, keyof FrameOptions<object>>>({
      chunkSize: true,
    }),
    rowChunks: membersOf<Omit<RowChunksOptions, keyof FrameOptions<object>>>({
      chunkSize: true,
      count: true,
      ids: true,
    }),
    runInAnimationLoop: membersOf<Pick<AnimationLoopOptions<object>, 'draw'>>({ draw: true }),
  },
  monitor: {
    showOverlay: membersOf<OverlayOptions>({
      name: true,
      key: true,
      rate: true,
      history: true,
      delay: true,
      isShown: true,
      view: true,
    }),
    RecordedSession: membersOf<RecordedSessionOptions>({
      sink: true,
      chunkSize: true,
      hashInterval: true,
      seed: true,
      onError: true,
    }),
    'Protocol.endpoint': membersOf<EndpointOptionsOfProtocol>({
      send: true,
      listen: true,
      violated: true,
      voided: true,
      recorder: true,
    }),
    inferProtocol: membersOf<InferProtocolOptions>({ name: true, roles: true, tail: true }),
  },
  adapt: {
    nearestTo: membersOf<NearestToOptions>({ halfAt: true }),
    staticGrid: membersOf<StaticGridOptions>({ width: true, height: true, parts: true }),
    qualityBalance: membersOf<QualityBalanceOptions>({
      columns: true,
      parts: true,
      capacities: true,
      loadShare: true,
      hysteresis: true,
      maxMoves: true,
    }),
    estimateLoads: membersOf<EstimateLoadsOptions>({ capacity: true, fullRate: true, growth: true }),
  },
  multiproc: {
    'MultiProc.start': membersOf<MultiProcOptions<object>>({
      spawn: true,
      script: true,
      inThread: true,
      startLimit: true,
      workers: true,
      window: true,
      maxQueue: true,
      color: true,
      unresponsiveTimeout: true,
      traces: true,
      onError: true,
      loop: true,
      probe: true,
    }),
    expose: membersOf<ExposeOptions>({ probe: true }),
    submit: membersOf<SubmitOptions>({
      priority: true,
      color: true,
      expiresIn: true,
      signal: true,
      transfer: true,
      retries: true,
    }),
    publish: membersOf<PublishOptions>({ retention: true }),
    table: membersOf<TableOptions>({ capacity: true }),
    call: membersOf<CallOptions>({ signal: true, transfer: true }),
    close: membersOf<CloseOptions>({ timeout: true }),
    replica: membersOf<ReplicaOptions>({ within: true, signal: true }),
    simulate: membersOf<SimulationOptions>({
      workers: true,
      cores: true,
      window: true,
      costs: true,
      tasks: true,
      assign: true,
    }),
    'proc.stats': membersOf<MultiProcStatistics>({ waiting: true, active: true, workers: true }),
    'proc.stats.workers': membersOf<WorkerStatistics>({
      index: true,
      inFlight: true,
      completed: true,
      busy: true,
      mean: true,
      speed: true,
      colors: true,
    }),
  },
  paceline: {
    'connect and PacelineServer': membersOf<Pick<ConnectOptions & PacelineServerOptions, OfBoth>>({
      controller: true,
      chunkSize: true,
      heartbeat: true,
      resumeTimeout: true,
      maxMessageSize: true,
      receiveWindow: true,
      streamWindow: true,
      maxStreams: true,
      maxQueued: true,
      highWaterMark: true,
      timeout: true,
      loop: true,
      onError: true,
    }),
    connect: membersOf<Omit<ConnectOptions, OfBoth>>({
      standbys: true,
      credentials: true,
      signal: true,
      WebSocket: true,
    }),
    PacelineServer: membersOf<Omit<PacelineServerOptions, OfBoth>>({
      port: true,
      server: true,
      host: true,
      origins: true,
      hosts: true,
      path: true,
      protocols: true,
      authenticate: true,
      onSession: true,
      onSocket: true,
      perMessageDeflate: true,
      onRefused: true,
      isClustered: true,
      maxMemory: true,
      maxSendMemory: true,
      maxSessions: true,
      maxConnections: true,
    }),
    stream: membersOf<StreamOptions>({ label: true, weight: true, fairness: true, twoWay: true }),
    send: membersOf<SendOptions>({ priority: true, expiresIn: true, marginalUtility: true }),
    close: membersOf<OptionsOf<Session['close']>>({ code: true, reason: true, timeout: true }),
    'server.close': membersOf<OptionsOf<PacelineServer['close']>>({ timeout: true }),
    PacelineSocket: membersOf<Omit<PacelineSocketOptions, keyof ConnectOptions>>({ classify: true }),
    classify: membersOf<Omit<Classified, keyof SendOptions>>({ key: true }),
    VirtualPair: membersOf<OptionsOfNew<typeof VirtualPair>>({
      controller: true,
      settings: true,
      heartbeat: true,
    }),
    'VirtualPair.connect': membersOf<OptionsOf<VirtualPair['connect']>>({
      rate: true,
      delay: true,
      systemBuffer: true,
    }),
  },
};
