import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FeedFailed, type ReadFeed } from '#shared/calendars/feeds/ports';
import type { FeedAnswer, FeedQuestion } from '#shared/calendars/feeds/reader/messages';
import { inSequence } from '#shared/foundation/core/in-sequence';
import { SECOND_MS } from '#shared/foundation/core/time';

/** docs/limits-and-rules.md#calendar-feeds. */
export interface ReaderBounds {
  /** Processor time of one file. Its wall time depends on what else the machine does. */
  readonly cpuMs: number;
  /** Of the thread: V8's old generation, and its young one. */
  readonly memoryMb: number;
}

const BOUNDS: ReaderBounds = { cpuMs: SECOND_MS, memoryMb: 512 };
const YOUNG_GENERATION_MB = 48;
/** How often the processor time of the thread is read. */
const LOOK_MS = 25;

/**
 * Reads feeds in a thread of its own, which is ended where a file takes more processor time or memory than one may: the
 * event loop, and all that waits for it, goes on. One file is read after the other. The thread is kept for the next one,
 * since to start it takes longer than most files do, and does not keep the process alive. A thread that did not answer,
 * for whatever reason, is not kept.
 */
export function threadedReader(file: string | URL, bounds: ReaderBounds = BOUNDS): ReadFeed {
  let kept: Worker | undefined;
  const started = async () => {
    const thread = await startedThread(file, bounds);
    thread.once('exit', () => {
      if (kept === thread) kept = undefined;
    });
    return thread;
  };
  return inSequence(async (feed, window) => {
    const thread = kept ?? (await started());
    kept = undefined;
    const answer = await answerOf(thread, { file: feed, window }, bounds).catch(async (error: unknown) => {
      await thread.terminate();
      throw error;
    });
    if (answer === 'ended') {
      await thread.terminate();
      throw new FeedFailed('too_large');
    }
    kept = thread;
    if ('code' in answer) throw new FeedFailed(answer.code);
    return answer.events;
  });
}

async function startedThread(file: string | URL, { memoryMb }: ReaderBounds): Promise<Worker> {
  const thread = new Worker(file, {
    // It needs none, and there are secrets in it.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  // An error that nothing listens to would end the process: between two files, or while the thread is ended.
  thread.on('error', () => undefined);
  await once(thread, 'message');
  thread.unref();
  return thread;
}

/** `'ended'` where the thread passes a bound. */
async function answerOf(
  thread: Worker,
  question: FeedQuestion,
  { cpuMs }: ReaderBounds,
): Promise<FeedAnswer | 'ended'> {
  const { promise, resolve, reject } = Promise.withResolvers<FeedAnswer | 'ended'>();
  const onError = (error: Error) => (isOutOfMemory(error) ? resolve('ended') : reject(error));
  const onExit = () => reject(new Error('The thread of feeds ended by itself.'));
  thread.once('message', resolve).once('error', onError).once('exit', onExit).ref();
  const began = await thread.cpuUsage();
  const looks = setInterval(async () => {
    const { user, system } = await thread.cpuUsage(began).catch(() => NO_TIME);
    if ((user + system) / MICROSECONDS > cpuMs) resolve('ended');
  }, LOOK_MS);
  thread.postMessage(question);
  try {
    return await promise;
  } finally {
    clearInterval(looks);
    thread.off('message', resolve).off('error', onError).off('exit', onExit).unref();
  }
}

/** The thread has ended, which its own event says. */
const NO_TIME = { user: 0, system: 0 };
const MICROSECONDS = 1_000;

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
