import { recordingProcessing } from '#functions/workers/recording-processing/index';
import { extractiveSummarizer } from '#shared/capture/summaries/extractive-summarizer/extractive-summarizer';
import { type BotId, idOf } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { type Instant, SECOND_MS } from '#shared/foundation/core/time';
import type { JobEvent } from '#shared/foundation/events/job-worker';
import type { Transcriber } from '#shared/meetings/recorders/ports';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';
import { commandContext } from '#shared/wiring/command-context';
import { seededBytes, seededRandom } from '#test/benchmarks/random';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import type { BotStory } from '#test/support/bot-story';

/** Of a bot, at the worker of recordings. */
const JOBS = ['job.recorder_leaving', 'job.recording'];

/** What costs money, or hours of network. */
const PAID = ['copy', 'transcription', 'summary'] as const;
type Paid = (typeof PAID)[number];

/** The worker dies. */
class Died extends Error {}

interface Given {
  readonly story: BotStory;
  readonly recorders: Recorders;
  readonly random: () => number;
  readonly pass: (milliseconds: number) => void;
  /** Without it, no invocation sees the lease of another. */
  readonly isLeased: boolean;
}

/**
 * The worker of recordings with several messages at once: hints beside the job of the watchdog, messages delivered twice,
 * and invocations that take turns at every await and die. The same part of a recording is paid again only after a death.
 */
export function recordingsAtOnce({ story, recorders, random, pass, isLeased }: Given) {
  const { world } = story;
  const paid: Readonly<Record<Paid, Map<BotId, number>>> = {
    copy: new Map(),
    transcription: new Map(),
    summary: new Map(),
  };
  const deaths = new Map<BotId, number>();
  const delivered = new Set<string>();

  const invoke = async (botId: BotId, event: JobEvent): Promise<void> => {
    const own = seededRandom(Math.floor(random() * 2 ** 32));
    const life = aLife(own);
    const pay = (what: Paid) => count(paid[what], botId);
    const table = life.of(isLeased ? tableOver(world.dynamo) : withoutLeases(tableOver(world.dynamo)));
    const context = commandContext({
      ...{ table, clock: world.clock, randomBytes: seededBytes(own) },
      backoff: { pause: life.turns },
    });
    const summarizer = extractiveSummarizer();
    const work = recordingProcessing(context, {
      recorders: { named: async (name) => life.of(payingFor(await recorders.named(name), () => pay('copy'))) },
      speech: life.of(aSpeechService({ random: own, pass, clock: world.clock, pay: () => pay('transcription') })),
      files: life.of(world.files),
      uploads: life.of(world.files.uploads),
      personHashes: world.context.personHashes,
      deletesRecorderData: true,
      summarizer: life.of({
        ...summarizer,
        async start(job: Parameters<typeof summarizer.start>[0]) {
          pay('summary');
          return summarizer.start(job);
        },
      }),
      fallbackSummarizer: summarizer,
      stage: 'test',
      log: () => undefined,
    });
    await work(event, { getRemainingTimeInMillis: () => 900_000 }).catch((error: unknown) => {
      if (!(error instanceof Died)) throw error;
      count(deaths, botId);
    });
  };

  const jobsOf = (botId: BotId) =>
    world.dynamo.items().flatMap(({ pk, sk, content, due_pk: duePk, due_at: dueAt }) => {
      const [, type, subject] = String(sk?.S).split('#');
      const isOfBot = type === 'job.recorder_leaving' ? content?.S?.includes(botId) : subject === botId;
      if (!type || !JOBS.includes(type) || !isOfBot || !duePk) return [];
      const id = idOf('out', pk?.S);
      const detail = { id, ...(subject && { subject }) };
      return id ? [{ event: { 'detail-type': type, detail }, id, dueAt: Number(dueAt?.N) }] : [];
    });

  return {
    /** Delivers what is due of the jobs of a bot, all at once. The time when the next is due; null where none is left. */
    async record(botId: BotId): Promise<Instant | null> {
      const now = world.clock.now();
      const isHinted = jobsOf(botId).length > 0 && random() < 0.2;
      if (isHinted) await story.context.changes.save({ at: now, jobs: [{ type: 'job.recording', botId }] });
      const due = jobsOf(botId).filter(({ id, dueAt }) => !delivered.has(id) || dueAt <= now);
      for (const { id } of due) delivered.add(id);
      const messages = due.flatMap(({ event }) => (random() < 0.2 ? [event, event] : [event]));
      await Promise.all(messages.map((event) => invoke(botId, event)));
      const left = jobsOf(botId).map(({ dueAt }) => dueAt);
      return left.length === 0 ? null : (Math.min(...left) as Instant);
    },

    /** A death loses what was just paid, and no more. */
    broken: (): readonly string[] =>
      PAID.flatMap((what) =>
        [...paid[what]].flatMap(([botId, times]) =>
          times > 1 + (deaths.get(botId) ?? 0) ? [`I6: the ${what} of one recording was paid ${times} times`] : [],
        ),
      ),
  };
}

const count = (counts: Map<BotId, number>, botId: BotId): void => void counts.set(botId, (counts.get(botId) ?? 0) + 1);

const DEATHS_A_CALL = 0.003;

/** One invocation: before and after each call of a port others may go on, and it may die. */
function aLife(random: () => number) {
  let isDead = false;
  const turns = async (): Promise<void> => {
    for (let left = random() < 0.5 ? 0 : 1 + Math.floor(random() * 3); left > 0; left -= 1)
      await new Promise((resolve) => setImmediate(resolve));
    isDead ||= random() < DEATHS_A_CALL;
    if (isDead) throw new Died();
  };
  const living =
    (call: (...input: unknown[]) => unknown) =>
    async (...input: unknown[]) => {
      await turns();
      const result = await call(...input);
      await turns();
      return result;
    };
  return {
    turns,
    /** A port, all of whose methods are asynchronous. */
    of: <Port extends object>(port: Port): Port =>
      Object.fromEntries(
        Object.entries(port).map(([name, value]) => [name, isCall(name, value) ? living(value) : value]),
      ) as Port,
  };
}

/** `clearCache` alone answers at once. */
const isCall = (name: string, value: unknown): value is (...input: unknown[]) => unknown =>
  typeof value === 'function' && name !== 'clearCache';

type Remote = Awaited<ReturnType<Recorders['named']>>;

const payingFor = (recorder: Remote, pay: () => void): Remote => ({
  ...recorder,
  async openMedia(...input) {
    const opened = await recorder.openMedia(...input);
    pay();
    return opened;
  },
});

interface Speech {
  readonly random: () => number;
  readonly pass: (milliseconds: number) => void;
  readonly clock: { now(): Instant };
  readonly pay: () => void;
}

const SEGMENT = { id: '1', speakerId: null, start: 0, end: 3, confidence: null, words: [] };

/** A speech service that is paid for each start, and answers at once or is asked again. */
function aSpeechService({ random, pass, clock, pay }: Speech): Transcriber {
  const heard = {
    status: 'done',
    transcript: {
      language: 'en',
      speakers: [],
      segments: [{ ...SEGMENT, text: 'We ship on Friday.' }],
    },
  } as const;
  return {
    async start() {
      pay();
      pass(random() * 240 * SECOND_MS);
      return random() < 0.5 ? heard : { status: 'running', lookAgainAt: clock.now() };
    },
    check: async () => heard,
    deleteData: async () => undefined,
  };
}

/** Each invocation finds no lease, and saves its own. */
const withoutLeases = (table: Table): Table => ({
  ...table,
  get: async (key) => (key.sk === 'RECORDING' ? undefined : table.get(key)),
  write: async (one) => ('put' in one && one.put.sk === 'RECORDING' ? true : table.write(one)),
});
