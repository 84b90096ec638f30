import type { Instant } from '#shared/foundation/core/time';
import { aCalendarWorld, type CalendarWorld } from '#test/calendars/world';
import { asPlainSend, asSend, operationOf } from '#test/doubles/aws/in-memory-client';
import { type Latency, oneTurn } from '#test/doubles/aws/latency';
import type { ProviderName } from '#test/doubles/calendar-providers/test-provider';
import type { InMemoryTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { type TimeLine, timeLine } from '#test/simulation/time-line';
import { drawing, waitOf } from '../delivery/latencies.ts';
import { seededRandom } from '../random.ts';
import { sdkOver } from '../sdk-over.ts';
import { cpuMs, stopwatch } from '../stopwatch.ts';

/**
 * What a provider takes to answer, in milliseconds, and for each kilobyte of its answer. None of them promises anything:
 * these are guesses on the slow side.
 */
const PROVIDER_MS = 250;
const A_KILOBYTE_MS = 0.5;

/**
 * What the worker has of a core: one, at 1,769 MB (https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html).
 */
const SHARE_OF_A_CORE = 1;

/** What a piece of work asked for, and how long it took. */
export interface Measured {
  readonly seconds: number;
  /** Processor time of our own code and of the AWS SDK. */
  readonly cpuMs: number;
  /** By what the provider counts: `token`, `events` and the like. */
  readonly provider: Readonly<Record<string, number>>;
  readonly table: Readonly<Record<string, number>>;
  readonly invocations: number;
}

/**
 * A connected calendar whose services take as long as the real ones. Time jumps from one moment to the next, while
 * what the processor takes, at the share of a core that the function has, passes as it would.
 */
export async function aTimedWorld(name: ProviderName, seed: number) {
  const random = seededRandom(seed);
  const time = timeLine(START, random);
  const draw = drawing(random);
  const others = stopwatch();
  const table = new Map<string, number>();
  let readings = 0;
  let isOn = false;
  /** Goes up with all that begins or ends. */
  let steps = 0;
  const waitFor = async (milliseconds: number): Promise<void> => {
    steps += 1;
    if (isOn) await time.after(milliseconds);
    steps += 1;
  };
  const waiting: Latency = (operation) => waitFor(draw(waitOf(operation)));
  const world = await aCalendarWorld({
    provider: name,
    seed,
    behaviour: {
      clock: time.clock,
      latency: waiting,
      reached: (dynamo) => {
        const timed = others.watch({
          send: asSend<InMemoryTable['send']>((command, ...options) => {
            readings += 1;
            return asPlainSend(dynamo)(command, ...options);
          }),
        });
        return sdkOver(delayed(timed, waiting), (answer) => answer());
      },
      async answered(_request, answer) {
        const response = await others.timing(answer);
        const text = await response.text();
        await waitFor(PROVIDER_MS + (text.length / 1_024) * A_KILOBYTE_MS);
        const { status, headers } = response;
        return new Response(text === '' ? null : text, { status, headers });
      },
      noted: (operation) => {
        if (operation !== 'fetch') table.set(operation, (table.get(operation) ?? 0) + 1);
      },
    },
  });
  const ownMs = () => {
    readings += 1;
    return cpuMs() - others.spentMs() - readings * READING_MS;
  };

  /** One invocation after the other, until no sync run is due. */
  const pass = async (): Promise<Measured> => {
    table.clear();
    world.provider.requests.clear();
    const [begins, spent] = [time.clock.now(), ownMs()];
    isOn = true;
    const invocations = await inTime({ time, ownMs, steps: () => steps }, () => untilDone(world));
    isOn = false;
    return {
      seconds: (time.clock.now() - begins) / 1_000,
      cpuMs: ownMs() - spent,
      provider: requestsOf(world),
      table: Object.fromEntries(table),
      invocations,
    };
  };
  return { world, pass };
}

/** A Monday, so that a month of working days fits into the window. */
const START = Date.UTC(2026, 9, 19, 9) as Instant;
const MOST_INVOCATIONS = 20;

async function untilDone(world: CalendarWorld): Promise<number> {
  for (let invocations = 1; invocations <= MOST_INVOCATIONS; invocations += 1) {
    await world.message();
    const sync = await world.sync();
    if (sync?.failures) throw new Error('The pass failed.');
    if (sync?.dueAt != null && sync.dueAt > world.clock.now()) return invocations;
  }
  throw new Error('The pass does not come to its end.');
}

interface Timing {
  readonly time: TimeLine;
  readonly ownMs: () => number;
  readonly steps: () => number;
}

/** Looks in a row at which nothing had begun or ended: then everything waits. */
const CALM_LOOKS = 4;

/** Work on the line of time, whose clock also goes on while the processor is busy, and jumps only where all is waiting. */
async function inTime<Answer>({ time, ownMs, steps }: Timing, work: () => Promise<Answer>): Promise<Answer> {
  let [spent, owed, seen, calm] = [ownMs(), 0, steps(), 0];
  const busy = (): boolean => {
    calm = steps() === seen ? calm + 1 : 0;
    seen = steps();
    if (calm < CALM_LOOKS) return true;
    calm = 0;
    const now = ownMs();
    owed += (now - spent) / SHARE_OF_A_CORE;
    spent = now;
    time.clock.advance(Math.floor(owed));
    owed -= Math.floor(owed);
    return false;
  };
  let hasEnded = false;
  const answer = work().finally(() => {
    hasEnded = true;
  });
  // What waits for nothing on the line, such as a signature that is checked, takes turns of the event loop.
  while (!hasEnded) {
    await time.run(busy);
    await oneTurn('');
  }
  return answer;
}

/** The in-memory service acts once the request has travelled. */
const delayed = (client: Pick<InMemoryTable, 'send'>, waiting: Latency): Pick<InMemoryTable, 'send'> => ({
  send: asSend<InMemoryTable['send']>(async (command, ...options) => {
    await waiting(operationOf(command).replace(/Command$/, ''));
    return asPlainSend(client)(command, ...options);
  }),
});

/** What it takes to ask how much the processor has done: asked so often, it counts. */
const READING_MS = readingMs();

function readingMs(): number {
  const times = 2_000;
  const before = cpuMs();
  for (let nth = 0; nth < times; nth += 1) cpuMs();
  return (cpuMs() - before) / times;
}

const KINDS = ['token', 'events', 'event', 'batch', 'watch', 'renew', 'stop', 'other'] as const;

const requestsOf = ({ provider }: CalendarWorld): Readonly<Record<string, number>> =>
  Object.fromEntries(
    KINDS.map((kind) => [kind, provider.requests.count(kind)] as const).filter(([, count]) => count > 0),
  );
