import { orderProcessing } from '#functions/workers/order-processing/index';
import type { CommandContext } from '#shared/commands/context';
import { Refusal } from '#shared/core/refusal';
import { LostRace, Throttled } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import { later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import { dynamoTable } from '#shared/dynamodb/table';
import type { FileStorage } from '#shared/files/ports';
import type { TranslationRequest, Translator } from '#shared/translation/ports';
import { commandContext } from '#shared/wiring/command-context';
import { seededBytes, seededRandom } from '#test/benchmarks/random';
import type { World } from '#test/support/api';
import { aLife, Died } from './a-life.ts';
import type { Due } from './due-work.ts';
import { messages } from './messages.ts';
import { payments } from './payments.ts';
import type { VirtualTime } from './virtual-time.ts';

interface Given {
  readonly world: World;
  readonly time: VirtualTime;
  readonly random: () => number;
  readonly engine: (answered: (request: TranslationRequest) => void) => Translator;
  /** The parts that an invocation works with, where one of them is left out. */
  readonly tableOf: (table: Table) => Table;
  readonly filesOf: (files: FileStorage) => FileStorage;
}

/** A pause of the first round, at most; each further one is twice as long. */
const PAUSE_MS = 100;

/** Invocations of the worker of orders and requests of clients, with what broke in them. */
export function workers({ world, time, random, engine, tableOf, filesOf }: Given) {
  const { clock } = world;
  const broken: string[] = [];
  const { noting, pay, died } = payments(broken);

  /** What one invocation of a function works with. */
  const anInvocation = (died: () => void = () => undefined) => {
    const own = seededRandom(Math.floor(random() * 2 ** 32));
    const life = aLife({ random: own, wait: time.wait, died });
    const context = commandContext({
      ...{ table: life.of(tableOf(dynamoTable(world.dynamo, 'main'))), clock, randomBytes: seededBytes(own) },
      backoff: { pause: (round) => time.wait(Math.round(own() * PAUSE_MS * 2 ** round)) },
    });
    return { context, life };
  };

  const invoke = async ({ event, subject }: Due): Promise<void> => {
    const { context, life } = anInvocation(() => died(subject));
    const deadline = later(clock.now(), random() < 0.3 ? 40 * SECOND_MS : 5 * MINUTE_MS);
    const work = orderProcessing(context, {
      translator: engine((request) => pay(subject, request)),
      files: life.of(noting(filesOf(world.files), subject)),
      log: () => undefined,
    });
    await work(event, { getRemainingTimeInMillis: () => deadline - clock.now() }).catch((error: unknown) => {
      if (!isExpected(error)) broken.push(`O0: an invocation failed: ${error}`);
    });
    relay();
  };

  const { relay, sweep } = messages({ world, time, random, invoke });

  return {
    broken,
    sweep,
    /** A request of a client, which may be refused, and whose function may be killed. */
    async request(work: (context: CommandContext) => Promise<unknown>): Promise<void> {
      await work(anInvocation().context).catch((error: unknown) => {
        if (!isExpected(error) && !(error instanceof Refusal)) broken.push(`O0: a request failed: ${error}`);
      });
      relay();
    },
  };
}

const isExpected = (error: unknown): boolean =>
  error instanceof Died || error instanceof LostRace || error instanceof Throttled;
