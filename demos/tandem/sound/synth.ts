/** A tone that glides between two pitches and fades out. Units are Hz and seconds; the gain is 0 to 1. */
export interface Tone {
  readonly from: number;
  readonly to?: number;
  readonly wave?: OscillatorType;
  readonly attack?: number;
  readonly length: number;
  readonly gain: number;
  /** Delay in seconds. */
  readonly after?: number;
}

/** A burst of noise through a gliding filter. */
export interface Noise {
  readonly from: number;
  readonly to?: number;
  readonly filter?: BiquadFilterType;
  readonly length: number;
  readonly gain: number;
  readonly after?: number;
}

/** A sound made of tones and noises. */
export interface Sound {
  readonly tones?: readonly Tone[];
  readonly noises?: readonly Noise[];
}

/** Gain of silence. Exponential ramps cannot reach 0. */
const silence = 0.0001;

/** Synthesizes sounds. It is silent until `wake` is called. */
export class Synth {
  #context: AudioContext | undefined;
  #master: GainNode | undefined;
  #noise: AudioBuffer | undefined;
  #volume = 1;

  /** 0 to 1. */
  set volume(volume: number) {
    this.#volume = volume;
    if (this.#context === undefined || this.#master === undefined) return;
    this.#master.gain.setTargetAtTime(volume * volume, this.#context.currentTime, 0.02);
  }

  /** To be called from a key or pointer event. Browsers allow sound only after such an event. */
  wake(): void {
    if (typeof AudioContext === 'undefined') return;
    if (this.#context === undefined) this.#open();
    void this.#context?.resume();
  }

  /** Stops all processing until `wake`. */
  suspend(): void {
    void this.#context?.suspend();
  }

  /** Plays a sound with a strength of 0 to 1 and a panning from -1 (left) to 1. */
  play({ tones = [], noises = [] }: Sound, strength = 1, side = 0): void {
    const context = this.#context;
    if (context === undefined || context.state !== 'running' || strength * this.#volume <= 0.01) return;
    const out = new StereoPannerNode(context, { pan: side });
    out.connect(this.#master!);
    for (const tone of tones) this.#playTone(context, tone, strength, out);
    for (const noise of noises) this.#playNoise(context, noise, strength, out);
  }

  #open(): void {
    const context = new AudioContext({ latencyHint: 'interactive' });
    this.#context = context;
    this.#master = new GainNode(context, { gain: this.#volume * this.#volume });
    const limiter = new DynamicsCompressorNode(context, { threshold: -14, ratio: 8, release: 0.12 });
    this.#master.connect(limiter).connect(context.destination);
    this.#noise = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
    const samples = this.#noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  }

  #playTone(context: AudioContext, tone: Tone, strength: number, out: AudioNode): void {
    const { from, to = from, wave = 'triangle', length, after = 0 } = tone;
    const start = context.currentTime + after;
    const source = new OscillatorNode(context, { type: wave, frequency: from });
    source.frequency.setValueAtTime(from, start);
    source.frequency.exponentialRampToValueAtTime(to, start + length);
    source.connect(this.#envelope(context, tone, strength)).connect(out);
    source.start(start);
    source.stop(start + length + 0.02);
  }

  #playNoise(context: AudioContext, noise: Noise, strength: number, out: AudioNode): void {
    const { from, to = from, filter = 'lowpass', length, after = 0 } = noise;
    const start = context.currentTime + after;
    const source = new AudioBufferSourceNode(context, { buffer: this.#noise!, loop: true });
    const shape = new BiquadFilterNode(context, { type: filter, frequency: from, Q: 1 });
    shape.frequency.setValueAtTime(from, start);
    shape.frequency.exponentialRampToValueAtTime(to, start + length);
    source
      .connect(shape)
      .connect(this.#envelope(context, noise, strength))
      .connect(out);
    source.start(start, Math.random());
    source.stop(start + length + 0.02);
  }

  #envelope(
    context: AudioContext,
    {
      length,
      gain,
      after = 0,
      attack = 0.004,
    }: { length: number; gain: number; after?: number; attack?: number },
    strength: number,
  ): GainNode {
    const start = context.currentTime + after;
    const node = new GainNode(context, { gain: 0 });
    node.gain.setValueAtTime(silence, start);
    node.gain.exponentialRampToValueAtTime(Math.max(silence, gain * strength), start + attack);
    node.gain.exponentialRampToValueAtTime(silence, start + Math.max(length, attack + 0.01));
    return node;
  }
}
