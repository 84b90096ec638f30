import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import {
  type Transcriber,
  TranscriberUnavailable,
  type Transcription,
  type TranscriptionJob,
} from '#shared/meetings/recorders/ports';
import { aSpokenText } from '#test/support/a-transcriber';

interface Given {
  readonly random: () => number;
  readonly clock: { now(): Instant };
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Whether the file of a job is there. */
  readonly hasFile: (key: string) => boolean;
  /** Jobs that orders may have at a time. */
  readonly mostJobs: number;
}

interface Running {
  readonly doneAt: Instant;
  readonly isRefused: boolean;
}

/** Shorter than the lease of a job, as the timeouts of engines are. */
const LONGEST_ANSWER_MS = 4 * MINUTE_MS;
const LONGEST_WORK_MS = 20 * MINUTE_MS;
const LOOK_AGAIN_MS = 30 * SECOND_MS;

/**
 * A speech service that keeps jobs by name, as Amazon Transcribe does: slow, out of order for a while, it refuses some
 * files and loses answers.
 */
export function aVirtualSpeechService({ random, clock, wait, hasFile, mostJobs }: Given) {
  const jobs = new Map<string, Running>();
  const paid = new Map<string, number>();
  const refused = new Set<string>();
  const notDeleted = new Set<string>();
  let mostAtOnce = 0;
  const outage = { from: later(clock.now(), random() * 20 * MINUTE_MS), minutes: random() < 0.5 ? random() * 30 : 0 };

  const isOut = (): boolean => clock.now() >= outage.from && clock.now() < outage.from + outage.minutes * MINUTE_MS;

  /** Throws before the request has an effect. */
  const arrive = async (): Promise<void> => {
    await wait(Math.round(random() * (random() < 0.5 ? LONGEST_ANSWER_MS : 2 * SECOND_MS)));
    if (isOut() || random() < 0.03) throw new TranscriberUnavailable('out of order');
  };

  const begin = ({ name }: TranscriptionJob): Running => {
    paid.set(name, (paid.get(name) ?? 0) + 1);
    const workMs = random() < 0.5 ? 0 : Math.round(random() * LONGEST_WORK_MS);
    const isRefused = random() < 0.1;
    if (isRefused) refused.add(name);
    const job = { doneAt: later(clock.now(), workMs), isRefused };
    jobs.set(name, job);
    mostAtOnce = Math.max(mostAtOnce, [...jobs.keys()].filter((one) => !notDeleted.has(one)).length);
    return job;
  };

  const ask = async (asked: TranscriptionJob): Promise<Transcription> => {
    await arrive();
    const job = jobs.get(asked.name) ?? (hasFile(asked.audioKey) ? begin(asked) : undefined);
    if (!job) return { status: 'failed', detail: 'There is no audio to transcribe.' };
    const { doneAt, isRefused } = job;
    if (random() < 0.02) throw new TranscriberUnavailable('no answer');
    if (clock.now() < doneAt) return { status: 'running', lookAgainAt: later(clock.now(), LOOK_AGAIN_MS) };
    return isRefused
      ? { status: 'failed', detail: 'The file cannot be read.' }
      : { status: 'done', transcript: aSpokenText(heardIn(asked.name)) };
  };

  const transcriber: Transcriber = {
    start: ask,
    check: ask,
    async deleteData({ name }) {
      try {
        await arrive();
      } catch (error) {
        notDeleted.add(name);
        throw error;
      }
      jobs.delete(name);
    },
  };

  return {
    transcriber,
    hasRefused: (name: string): boolean => refused.has(name),
    /** What was paid more than once, more jobs than orders may have, and what is kept of jobs that have ended. */
    broken: (): readonly string[] => [
      ...[...paid.values()].flatMap((times) => (times > 1 ? [`O2: a transcription was paid ${times} times`] : [])),
      ...(mostAtOnce > mostJobs ? [`O3: orders had ${mostAtOnce} jobs at a time`] : []),
      ...[...jobs.keys()].flatMap((name) =>
        notDeleted.has(name) ? [] : ['O5: the speech service keeps a job that has ended'],
      ),
    ],
  };
}
export type VirtualSpeechService = ReturnType<typeof aVirtualSpeechService>;

/** What the service hears in the file of an operation. */
export const heardIn = (name: string): string => `This is what is said in ${name}.`;
