import type { BotId } from '#shared/foundation/core/ids';
import { type Instant, later, laterOf, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { sweptAtOf } from '#shared/meetings/bots/rules/bot';
import { bots } from '#shared/meetings/bots/store';
import { type Recorder, RecorderUnreachable } from '#shared/meetings/recorders/ports';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';
import { circuitBreakers } from '#shared/meetings/recorders/store';
import { SIMULATED } from '#shared/wiring/recorder-kinds';
import { seededBytes, seededRandom } from '#test/benchmarks/random';
import { aWorld } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';
import { botWorkers } from '#test/support/bot-workers';
import { aRefusingRecorder, KINDS, type Presence, REFUSALS, type Refusing } from './a-refusing-recorder.ts';

/** A part that is taken out, so that an invariant must break. */
type LeftOut = 'the leaving job' | 'find';

const IN_CALL_WITHIN_MS = MINUTE_MS;
const LONGEST_MS = 45 * MINUTE_MS;
/** The sweeper sends what is due. */
const SWEEP_MS = MINUTE_MS;
/** From the answer of a recorder on: the pause of the job, the sweep after it, the calls, and the bot on its way out. */
const LEAVES_WITHIN_MS = 2 * MINUTE_MS + 30 * SECOND_MS;
/** After a worker died at its request to the other recorder: its bot is due in a minute, and swept two to three later. */
const RECOVERS_WITHIN_MS = 4 * MINUTE_MS;

type Random = () => number;
const oneOf = <Of>(all: readonly Of[], random: Random): Of => all[Math.floor(random() * all.length)] as Of;

/** A recorder that refuses to create bots, to find them, or both, or everything. */
function drawnRefusing(random: Random, start: Instant): Refusing {
  const what = oneOf(['create', 'find', 'both', 'everything'], random);
  const kind = oneOf(REFUSALS, random);
  const other = oneOf(REFUSALS, random);
  return {
    kind: oneOf(KINDS, random),
    create: what === 'find' ? null : kind,
    find: what === 'create' ? null : other,
    rest: what === 'everything' ? other : null,
    createsAfterMs: random() < 0.5 ? Math.round(random() * 17 * SECOND_MS) : null,
    wellAt: later(start, Math.round(random() * 20 * MINUTE_MS)),
  };
}

/**
 * The bot of one seed with two recorders, of which the first refuses and the second is well; the invariants that were
 * broken. In a third of the seeds workers die after the recorder was called: then the bot may come later.
 */
export async function runRefusals(seed: number, leftOut?: LeftOut): Promise<readonly string[]> {
  const deployment = await aDeployment(seed, leftOut);
  const { start, isMortal, follow, sweep } = deployment;
  const ids = [await deployment.send()];
  const firstSweepAt = later(start, SWEEP_MS);
  await follow(firstSweepAt);
  const unseen = isMortal ? [] : await refusalsUnseen(deployment, ids);
  for (let sweepAt = firstSweepAt; sweepAt <= start + LONGEST_MS; sweepAt = later(sweepAt, SWEEP_MS)) {
    await follow(sweepAt);
    await sweep(ids);
  }
  return [...unseen, ...(isMortal ? [] : late(deployment, ids)), ...together(deployment)];
}

type Deployment = Awaited<ReturnType<typeof aDeployment>>;

async function aDeployment(seed: number, leftOut: LeftOut | undefined) {
  const story = await aBotStory(aWorld({}, undefined, undefined, seededBytes(seededRandom(seed + 1))));
  const { clock } = story.world;
  const random = seededRandom(seed);
  const start = clock.now();
  const pass = (milliseconds: number) => clock.set(later(clock.now(), milliseconds));
  const isMortal = random() < 0.33;
  const refusing = drawnRefusing(random, start);
  const first = aRefusingRecorder({ name: 'first', refusing, random, clock, pass });
  const second = aRefusingRecorder({ name: 'second', refusing: null, random, clock, pass });
  const dying = isMortal ? random : () => 1;
  const recorders = deploymentOf(
    [first, second].map(({ name, recorder }) => ({ name, recorder: mortal(recorder, dying, leftOut) })),
  );
  const workers = botWorkers(
    { ...story.world, context: story.context },
    { recorders, ...(leftOut === 'the leaving job' && { jobs: ['job.recording'] }) },
  );
  const sentAt = new Map<BotId, Instant>();
  return {
    ...{ story, start, isMortal, refusing, first, workers, sentAt },
    presences: () => [...first.presences, ...second.presences],

    async send(): Promise<BotId> {
      const { body } = await story.send();
      sentAt.set(body.id, clock.now());
      await workers.work(body.id);
      return body.id;
    },

    /** Every message of the queue up to that time. */
    async follow(until: Instant): Promise<void> {
      while ((workers.waiting()[0]?.[1] ?? Number.POSITIVE_INFINITY) <= until) await workers.next();
      clock.set(laterOf(clock.now(), until));
    },

    /** The jobs that are due, and bots whose message was lost. */
    async sweep(ids: readonly BotId[]): Promise<void> {
      await workers.runJobs();
      for (const id of ids) {
        const bot = await bots.find(story.context.table, id);
        const sweptAt = bot ? sweptAtOf(bot.state) : null;
        if (sweptAt !== null && sweptAt <= clock.now()) await workers.work(id);
      }
    },
  };
}

/** A recorder that refused is seen: in the log with the bot, and as failures while it has no success, but for a 429. */
async function refusalsUnseen(
  { story, start, refusing, first, workers }: Deployment,
  ids: readonly BotId[],
): Promise<readonly string[]> {
  const lines = workers.lines.filter(({ message, recorder }) => message === FAILED_CALL && recorder === 'first');
  const circuit = (await circuitBreakers.find(story.context.table, 'first'))?.state;
  const hasRefused = refusing.create !== null && refusing.wellAt > later(start, LONGEST_FIRST_CALL_MS);
  const counting = lines.filter(({ status }) => status !== 429);
  const isUncounted = counting.length > 0 && first.presences.length === 0 && (circuit?.failures ?? 0) === 0;
  return [
    ...(hasRefused && lines.length === 0 ? ['I3: no line of the log names the recorder that refused'] : []),
    ...(lines.some(({ botId }) => !ids.includes(botId as BotId)) ? ['I3: a line of the log names no bot'] : []),
    ...(isUncounted ? ['I3: a refusal was not counted'] : []),
  ];
}

const FAILED_CALL = 'recorder call failed';
const LONGEST_FIRST_CALL_MS = 3 * SECOND_MS;

const late = ({ presences, sentAt, refusing, start }: Deployment, ids: readonly BotId[]): readonly string[] =>
  ids
    .filter((id) => {
      const by = later(sentAt.get(id) ?? start, IN_CALL_WITHIN_MS);
      return !presences().some(({ botId, from }) => botId === id && from <= by);
    })
    .map(() => `I2: a bot was not in its call after a minute, with a recorder that ${JSON.stringify(refusing)}`);

type Named = { readonly name: string; readonly recorder: Recorder };

function deploymentOf(virtual: readonly Named[]): Recorders {
  const names = virtual.map(({ name }) => name);
  return {
    ...SIMULATED,
    initial: {
      recorders: names.map((name) => ({ name, kind: 'recall', baseUrl: '', sealed: '' })),
      order: { meet: names, zoom: [], teams: [] },
    },
    async named(wanted) {
      const found = virtual.find(({ name }) => name === wanted);
      if (!found) throw new RecorderUnreachable('There is no such recorder.', 'none');
      return found.recorder;
    },
  };
}

/** The worker dies after its recorder was called. */
class Died extends Error {}

const mortal = (recorder: Recorder, random: Random, leftOut: LeftOut | undefined): Recorder => ({
  ...recorder,
  ...(leftOut === 'find' && { find: async () => undefined }),
  async send(order) {
    const result = await recorder.send(order);
    if (random() < 0.1) throw new Died();
    return result;
  },
});

/**
 * No two recorders are in the call for a bot, unless the one that was asked before answered no search for it until the
 * other was asked: then it has left soon after it answers again.
 */
function together({ presences, first, refusing, isMortal }: Deployment): readonly string[] {
  const mostMs = LEAVES_WITHIN_MS + (isMortal ? RECOVERS_WITHIN_MS : 0);
  const inOrder = presences().sort((one, other) => one.from - other.from);
  return inOrder.flatMap((one, at) =>
    inOrder
      .slice(at + 1)
      .filter((other) => other.botId === one.botId && other.from < one.until)
      .flatMap((other) => brokenBy(one, other, first.answeredFinds, { ...refusing, mostMs })),
  );
}

function brokenBy(
  one: Presence,
  other: Presence,
  answeredFinds: readonly Instant[],
  { wellAt, mostMs }: Refusing & { readonly mostMs: number },
): readonly string[] {
  if (one.recorder === other.recorder) return [`I1: ${one.recorder} was in a call twice`];
  const [ofFirst, ofSecond] = one.recorder === 'first' ? [one, other] : [other, one];
  const saidSo = answeredFinds.some((at) => at >= ofFirst.createdAt && at < ofSecond.askedAt);
  if (saidSo) return ['I1: two recorders were in a call, although the first had said that it had the bot'];
  const lateMs = ofFirst.until - Math.max(wellAt, ofSecond.from, ofFirst.from);
  return lateMs > mostMs
    ? [`I1: two recorders were in a call for ${lateMs / SECOND_MS} s after the first answered again`]
    : [];
}
