import { housekeeping } from '#functions/workers/housekeeping/index';
import { mediaProcessing } from '#functions/workers/media-processing/index';
import { orderProcessing } from '#functions/workers/order-processing/index';
import type { CommandContext } from '#shared/foundation/commands/context';
import { Refusal } from '#shared/foundation/core/refusal';
import { LostRace, Throttled } from '#shared/foundation/core/store';
import { later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { JobHandler } from '#shared/foundation/events/job-worker';
import type { FileStorage } from '#shared/foundation/files/ports';
import { readMedia } from '#shared/foundation/media/read-media';
import type { Transcriber } from '#shared/meetings/recorders/ports';
import { enginePlaces } from '#shared/texts/orders/engine-places-store';
import type { TranslationRequest, Translator } from '#shared/texts/translation/ports';
import { commandContext } from '#shared/wiring/command-context';
import { seededBytes, seededRandom } from '#test/benchmarks/random';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import type { World } from '#test/support/api';
import { inMemoryMedia } from '#test/support/in-memory-media';
import { aLife, Died } from './a-life.ts';
import type { Due } from './due-work.ts';
import { filesWithout, type LeftOut, tableWithout } from './left-out.ts';
import { type MediaFiles, SMALL_PARTS } from './media-files.ts';
import { messages } from './messages.ts';
import { payments } from './payments.ts';
import type { VirtualTime } from './virtual-time.ts';

interface Given {
  readonly world: World;
  readonly time: VirtualTime;
  readonly random: () => number;
  readonly engine: (answered: (request: TranslationRequest) => void) => Translator;
  readonly transcriber: Transcriber;
  readonly fileAt: MediaFiles['fileAt'];
  readonly leftOut: LeftOut | undefined;
  /** Called before a text is stored. */
  readonly onText: () => Promise<void>;
}

const MEDIA_JOBS: readonly string[] = ['job.ingestion', 'job.transcription'];
/** So few that operations wait for them. */
export const FEW_JOBS = { most: 2, reservedForOtherWorkspaces: 1 };
/** A pause of the first round, at most; each further one is twice as long. */
const PAUSE_MS = 100;

/** Invocations of the workers of orders, media and deletions, and requests of clients, with what broke in them. */
export function workers({ world, time, random, engine, transcriber, fileAt, leftOut, onText }: Given) {
  const { clock } = world;
  const broken: string[] = [];
  const { noting, pay, died } = payments(broken);

  /** What one invocation of a function works with. */
  const anInvocation = (died: () => void = () => undefined) => {
    const own = seededRandom(Math.floor(random() * 2 ** 32));
    const life = aLife({ random: own, wait: time.wait, died });
    const context = commandContext({
      ...{
        table: life.of(tableWithout(leftOut, tableOver(world.dynamo))),
        clock,
        randomBytes: seededBytes(own),
      },
      backoff: { pause: (round) => time.wait(Math.round(own() * PAUSE_MS * 2 ** round)) },
    });
    return { context, life };
  };

  /** The function whose rule of the bus names a type of job. */
  const functionOf = (subject: string, type: string): JobHandler => {
    const { context, life } = anInvocation(() => died(subject));
    const log = () => undefined;
    const { sealer, personHashes } = world.context;
    if (type === 'job.conversation_deletion')
      return housekeeping(context, { files: life.of(world.files), sealer, sleep: async () => undefined, log });
    const files = life.of(noting(telling(onText, filesWithout(leftOut, world.files)), subject));
    if (!MEDIA_JOBS.includes(type))
      return orderProcessing(context, {
        translator: engine((request) => pay(subject, request)),
        files,
        personHashes,
        log,
      });
    const { find, copy, open } = inMemoryMedia(world.files);
    const media = { ...life.of({ find, copy }), open };
    const ingestion = { clock, files, uploads: life.of(world.files.uploads), media, fileAt, readMedia };
    return mediaProcessing(context, {
      ...{ transcriber, places: enginePlaces(context, FEW_JOBS), files, sealer, mostLongIngestions: 5, log },
      ingestion: { ...ingestion, partSizes: SMALL_PARTS },
    });
  };

  const invoke = async ({ event, subject }: Due): Promise<void> => {
    const isOfMedia = MEDIA_JOBS.includes(event['detail-type']);
    // A step begins with as much time left as the worker asks for.
    const [short, long] = isOfMedia ? [6 * MINUTE_MS, 15 * MINUTE_MS] : [40 * SECOND_MS, 5 * MINUTE_MS];
    const deadline = later(clock.now(), random() < 0.3 ? short : long);
    const work = functionOf(subject, event['detail-type']);
    await work(event, { getRemainingTimeInMillis: () => deadline - clock.now() }).catch((error: unknown) => {
      if (!isExpected(error)) broken.push(`O0: an invocation failed: ${error}`);
    });
    relay();
  };

  const { relay, sweep } = messages({ world, time, random, invoke });

  const ask = async (context: CommandContext, work: (context: CommandContext) => Promise<unknown>): Promise<void> => {
    await work(context).catch((error: unknown) => {
      if (!isExpected(error) && !(error instanceof Refusal)) broken.push(`O0: a request failed: ${error}`);
    });
    relay();
  };

  return {
    broken,
    sweep,
    /** A request of a client, which may be refused, and whose function may be killed. */
    request: (work: (context: CommandContext) => Promise<unknown>) => ask(anInvocation().context, work),
    /** The same in no time: nothing else happens meanwhile. */
    atOnce: (work: (context: CommandContext) => Promise<unknown>) => ask(world.context, work),
  };
}

const telling = (onText: () => Promise<void>, files: FileStorage): FileStorage => ({
  ...files,
  async put(key, bytes, type) {
    if (key.includes('/transcript-')) await onText();
    await files.put(key, bytes, type);
  },
});

const isExpected = (error: unknown): boolean =>
  error instanceof Died || error instanceof LostRace || error instanceof Throttled;
