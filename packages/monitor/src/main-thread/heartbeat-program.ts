/** Indexes of the shared numbers. Only the main thread writes them. */
export const beats = 0;
/** 1 if a debugger of the user may be attached to the main thread. */
export const hasDebugger = 1;

/** The data of the watching thread. */
export interface WatcherData {
  /** The numbers at {@link beats} and {@link hasDebugger}. */
  readonly shared: Int32Array;
  /** Time in ms between two looks at the number of beats. */
  readonly period: number;
  /** Number of looks without a beat after which the stack is taken. */
  readonly looks: number;
  /** Number of looks within which a thread that runs JavaScript answers. On a busy machine, both threads are slower. */
  readonly maxAnswer: number;
  /** Maximum number of frames of a stack. */
  readonly maxFrames: number;
}

/** A function in a stack. */
export interface StackFrame {
  /** Name of the function; empty if it has none. */
  readonly name: string;
  /** URL or path of the script that runs, which may be a bundle; empty if it is not known. */
  readonly url: string;
  /** Line and column in the script, from 1. */
  readonly line: number;
  readonly column: number;
}

/** A message of the watching thread: the stack of the main thread when it had not beaten for long. */
export interface StackTaken {
  /** Number of the last beat. */
  readonly beat: number;
  /** The innermost function first; empty if `problem` is not undefined. */
  readonly stack: readonly StackFrame[];
  /** Why there is no stack. */
  readonly problem: string | undefined;
}

/**
 * The program of the watching thread, a CommonJS module. It is a string, because bundlers for Node do not bundle `new URL('…', import.meta.url)`, and because
 * some of them insert calls into functions that are then missing in the text of a function.
 *
 * It looks at the number of beats in regular intervals, and counts looks instead of measuring time: a process that was suspended has missed no look. A pause
 * ends with the session that asked for it. So `end`, which disconnects the session, is called for each session: with the stack, with an error, or when
 * the main thread beats again. If the thread ends before that, Node disconnects the session.
 *
 * A main thread that runs JavaScript answers within milliseconds. One in native code answers when it has returned, and could then pause in a function that has
 * not taken the time. So a late answer is no stack.
 *
 * A session sees a pause before it has asked for one only if another session has paused the main thread. Disconnecting does not end that pause.
 */
export const heartbeatProgram: string = `'use strict';
const { Session } = require('node:inspector');
const { parentPort, workerData } = require('node:worker_threads');
const { looks, maxAnswer, maxFrames, period, shared } = workerData;
const noJavaScript = 'no JavaScript ran soon after the stack was asked for';
const hasEnded = 'the section ended before its stack was taken';

let beat = -1;
let missed = 0;
let allLooks = 0;
let answerDue = Infinity; // number of looks
let end = () => {};

setInterval(() => {
  allLooks++;
  const newest = Atomics.load(shared, ${beats});
  if (newest === beat) {
    if (++missed === looks) takeStack(beat);
    return;
  }
  end([], allLooks > answerDue ? noJavaScript : hasEnded);
  beat = newest;
  missed = 0;
}, period);

function takeStack(beat) {
  const session = new Session();
  const urls = new Map();
  let isOpen = true;
  let hasAsked = false;
  const ask = (command, answered) => {
    answerDue = allLooks + maxAnswer;
    session.post(command, answered);
  };
  const isAnswered = () => {
    if (allLooks > answerDue) end([], noJavaScript);
    answerDue = Infinity;
    return isOpen;
  };
  end = (stack, problem) => {
    if (!isOpen) return;
    isOpen = false;
    try {
      session.disconnect();
    } finally {
      parentPort.postMessage({ beat, stack, problem });
    }
  };
  const paused = ({ params }) => {
    if (!isOpen) return;
    if (!hasAsked) return end([], 'a debugger has paused the program');
    if (Atomics.load(shared, ${beats}) !== beat) return end([], hasEnded);
    if (!isAnswered()) return;
    end(params.callFrames.slice(0, maxFrames).map(({ functionName, location, url }) => ({
      name: functionName,
      url: url || urls.get(location.scriptId) || '',
      line: location.lineNumber + 1,
      column: (location.columnNumber ?? 0) + 1,
    })));
  };
  const guarded = (call) => (message) => {
    try {
      call(message);
    } catch (error) {
      end([], String(error));
    }
  };
  guarded(() => {
    if (Atomics.load(shared, ${hasDebugger}) === 1) return end([], 'a debugger may be attached: the inspector has a port');
    session.on('Debugger.scriptParsed', guarded(({ params }) => isAnswered() && urls.set(params.scriptId, params.url)));
    session.on('Debugger.paused', guarded(paused));
    session.connectToMainThread();
    ask('Debugger.enable', guarded((error) => {
      if (error) return end([], error.message);
      if (!isAnswered()) return;
      hasAsked = true;
      ask('Debugger.pause', guarded((refused) => refused && end([], refused.message)));
    }));
  })();
}
`;
