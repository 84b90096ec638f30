import { trustMail } from '#shared/accounts/workspaces/commands/trust-mail';
import type { NextDue } from '#shared/capture/bots/commands/bot-work';
import { type BotMessageReason, processDueBot } from '#shared/capture/bots/commands/process-due-bot';
import type { BotId } from '#shared/foundation/core/ids';
import { HOUR_MS, type Instant, later, laterOf, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { type Bot, dueAtOf, isUnfinished, sweptAtOf } from '#shared/meetings/bots/rules/bot';
import { STAY_LIMITS } from '#shared/meetings/bots/rules/stay-limits';
import { bots } from '#shared/meetings/bots/store';
import { type Recorder, RecorderUnreachable } from '#shared/meetings/recorders/ports';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';
import type { RecorderRegistry } from '#shared/meetings/recorders/registry/rules/registry';
import { SIMULATED } from '#shared/wiring/recorder-kinds';
import { seededBytes, seededRandom } from '#test/benchmarks/random';
import { aQueue, type TestQueue } from '#test/support/a-queue';
import { aWorld, type SetClock } from '#test/support/api';
import { aBotStory, type BotStory, minutes } from '#test/support/bot-story';
import { aVirtualRecorder, type Presence } from './a-virtual-recorder.ts';
import { recordingsAtOnce } from './recordings-at-once.ts';
import { ATTENDEES, mailSummaries } from './summary-mails.ts';

/** A part that is taken out of the wiring, so that an invariant must break. */
export type LeftOut = 'lease' | 'watchdog' | 'find before create' | 'mail records' | 'recording lease';

const NAMES = ['first', 'second', 'third'] as const;
const BOTS = 2;
/** Of the deployment of the simulation: shorter than the default, since a bot is looked at every minute. */
const CALL_MS = HOUR_MS;
/** The longest time that a bot may take: a call, the lobby of each recorder, an outage of one, the looks after it. */
const LONGEST_MS = CALL_MS + 2 * HOUR_MS;
/** A message that a worker did not finish is delivered again after the visibility timeout of its queue. */
const REDELIVERED_MS = 3 * MINUTE_MS;

/** The bots of one seed with three recorders, from their dispatch to their end; the invariants that were broken. */
export async function runRecorders(seed: number, leftOut?: LeftOut): Promise<readonly string[]> {
  // Ids and pauses are drawn from the seed too: they decide what is due first.
  const bytes = seededBytes(seededRandom(seed + 2));
  const story = await aBotStory(aWorld({}, undefined, undefined, bytes));
  const { clock } = story.world;
  const random = seededRandom(seed);
  const start = clock.now();
  const pass = (milliseconds: number) => clock.set(later(clock.now(), milliseconds));
  const virtual = NAMES.map((name) => ({
    name,
    ...aVirtualRecorder({ name, hasTranscripts: name === 'first', random, clock, pass }),
  }));
  const recorders = deploymentOf(virtual, random, leftOut);
  const timeScale = { scaled: (milliseconds: number) => milliseconds };
  const never = Number.POSITIVE_INFINITY;
  const stayLimits =
    leftOut === 'watchdog'
      ? { ...STAY_LIMITS, joining: never, call: never, unknown: never }
      : { ...STAY_LIMITS, call: CALL_MS };
  const faults = { report: () => undefined };
  const arrivals = { arrived: () => undefined };
  const work = processDueBot({ ...story.context, recorders, timeScale, arrivals, faults, stayLimits });
  const { record, broken } = recordingsAtOnce({
    ...{ story, recorders, pass, isLeased: leftOut !== 'recording lease' },
    random: seededRandom(seed + 3),
  });

  const stateOf = async (id: BotId): Promise<Bot> => {
    const bot = await bots.find(story.context.table, id);
    if (!bot) throw new Error('The bot is gone.');
    return bot.state;
  };

  await story.createSettings({ summary: { email: 'participants' } });
  await trustMail(story.context)(story.owner.workspaceId, { mailApproved: true });
  const queue = aQueue<BotMessage>(clock);
  const ids: BotId[] = [];
  for (let number = 0; number < BOTS; number += 1) {
    const link = `https://meet.google.com/aaa-good-aa${'abc'[number]}`;
    await inviteTo(story, link);
    const { id } = (await story.send({ meeting_url: link })).body;
    ids.push(id as BotId);
    const dueAt = dueAtOf(await stateOf(id as BotId)) ?? start;
    const message = { id: id as BotId, reason: { dueAt } };
    await queue.send([{ message, delaySeconds: Math.round(random() * 60), group: WORKSPACE }]);
  }
  const handle = handlerOf({ work, record, queue, random, clock, cancel: (id) => story.cancel(id) });
  const sweeper = sweeperOf({ ids, queue, clock, stateOf });
  for (;;) {
    const swept = await sweeper.next();
    const sent = queue.waiting()[0];
    const at = Math.min(swept?.at ?? Number.POSITIVE_INFINITY, sent?.at ?? Number.POSITIVE_INFINITY) as Instant;
    if (at > start + LONGEST_MS) break;
    clock.set(laterOf(clock.now(), at));
    const message = sent?.at === at ? queue.take()?.message : swept && sweeper.take(swept);
    if (message) await handle(message);
  }
  const ended = await Promise.all(ids.map(stateOf));
  const end = clock.now();
  const mails = await mailSummaries(story.world, seededRandom(seed + 1), { isRecorded: leftOut !== 'mail records' });
  return [...ended.flatMap((bot) => brokenBy(bot)), ...together(virtual, end), ...broken(), ...mails];
}

/** A calendar event with that link, now: the bot joins its meeting. */
const inviteTo = ({ push }: BotStory, link: string) =>
  push({
    ical_uid: link,
    meeting_url: link,
    starts_at: minutes(0),
    ends_at: minutes(60),
    organizer: ATTENDEES[0] && { name: ATTENDEES[0].name, email: ATTENDEES[0].email },
    attendees: ATTENDEES,
  });

/** The message group of all bots: there is one workspace. */
const WORKSPACE = 'wks';

/** A message of the queue: about a bot, or about the job of its recording. */
interface BotMessage {
  readonly id: BotId;
  readonly reason: BotMessageReason | 'job';
}

interface Working {
  readonly work: (id: BotId, reason: BotMessageReason) => Promise<NextDue | 'stale'>;
  readonly record: (id: BotId) => Promise<Instant | null>;
  readonly queue: TestQueue<BotMessage>;
  readonly random: () => number;
  readonly clock: SetClock;
  readonly cancel: (id: BotId) => Promise<unknown>;
}

/** Of messages, how many the queue delivers twice, and beside how many the recorder reports a change. */
const REPEATED = 0.05;
const REPORTED = 0.05;

/** Handles one message: the worker of due bots, then its jobs. A message whose worker died comes again. */
function handlerOf({ work, record, queue, random, clock, cancel }: Working) {
  const send = (message: BotMessage, milliseconds: number) =>
    queue.send([{ message, delaySeconds: Math.ceil(Math.max(0, milliseconds) / SECOND_MS), group: WORKSPACE }]);
  const until = (at: Instant): number => at - clock.now();
  const hasJob = (id: BotId) => queue.waiting().some(({ message }) => message.id === id && message.reason === 'job');
  const disturb = async (message: BotMessage): Promise<void> => {
    const { id } = message;
    if (random() < 0.003) await cancel(id);
    if (random() < REPEATED) await send(message, random() * REDELIVERED_MS);
    if (random() < REPORTED) await send({ id, reason: 'changed' }, random() * MINUTE_MS);
  };
  const handle = async ({ id, reason }: BotMessage): Promise<void> => {
    const dueAt = reason === 'job' ? null : await work(id, reason);
    if (typeof dueAt === 'number') await send({ id, reason: { dueAt } }, until(dueAt));
    const jobDueAt = await record(id);
    if (jobDueAt !== null && !hasJob(id)) await send({ id, reason: 'job' }, until(jobDueAt));
  };
  return async (message: BotMessage): Promise<void> => {
    await disturb(message);
    try {
      await handle(message);
    } catch (error) {
      if (!(error instanceof RecorderUnreachable || error instanceof Died)) throw error;
      await send(message, REDELIVERED_MS);
    }
  };
}

interface Swept {
  readonly message: BotMessage;
  readonly at: Instant;
}

interface Sweeping extends Pick<Working, 'queue' | 'clock'> {
  readonly ids: readonly BotId[];
  readonly stateOf: (id: BotId) => Promise<Bot>;
}

/** What the sweeper sends: a message for a bot whose own must have been lost, and the job of one without any other. */
function sweeperOf({ ids, queue, clock, stateOf }: Sweeping) {
  const before = new Map<BotId, Instant>();
  const nextOf = async (id: BotId): Promise<readonly Swept[]> => {
    const bot = await stateOf(id);
    const dueAt = dueAtOf(bot);
    const sweptAt = sweptAtOf(bot);
    const notBefore = later(before.get(id) ?? clock.now(), before.has(id) ? REDELIVERED_MS : 0);
    if (dueAt !== null && sweptAt !== null)
      return [{ message: { id, reason: { dueAt } }, at: laterOf(sweptAt, notBefore) }];
    const hasMessage = queue.waiting().some(({ message }) => message.id === id);
    if (!isUnfinished(bot.status) || hasMessage) return [];
    return [{ message: { id, reason: 'job' }, at: laterOf(later(clock.now(), MINUTE_MS), notBefore) }];
  };
  return {
    async next(): Promise<Swept | undefined> {
      const all = (await Promise.all(ids.map(nextOf))).flat();
      return all.sort((one, other) => one.at - other.at)[0];
    },
    take({ message, at }: Swept): BotMessage {
      before.set(message.id, at);
      return message;
    },
  };
}

/** The worker dies after its recorder was called. */
class Died extends Error {}

type Named = { readonly name: string; readonly recorder: Recorder };

function deploymentOf(virtual: readonly Named[], random: () => number, leftOut: LeftOut | undefined): Recorders {
  const names = virtual.map(({ name }) => name);
  const initial: RecorderRegistry = {
    recorders: names.map((name) => ({ name, kind: 'recall', baseUrl: '', sealed: '' })),
    order: { meet: names, zoom: [], teams: [] },
  };
  const byName = new Map(virtual.map(({ name, recorder }) => [name, without(leftOut, mortal(recorder, random))]));
  return {
    ...SIMULATED,
    initial,
    async named(name) {
      const recorder = byName.get(name);
      if (!recorder) throw new RecorderUnreachable('There is no such recorder.', 'none');
      return recorder;
    },
  };
}

const mortal = (recorder: Recorder, random: () => number): Recorder => ({
  ...recorder,
  async send(order) {
    const result = await recorder.send(order);
    if (random() < 0.05) throw new Died();
    return result;
  },
});

/** Without the lease, a request without an answer counts as over; without `find`, the recorder has no bot of ours. */
function without(leftOut: LeftOut | undefined, recorder: Recorder): Recorder {
  if (leftOut === 'find before create') return { ...recorder, find: async () => undefined };
  if (leftOut !== 'lease') return recorder;
  return {
    ...recorder,
    send: (order) =>
      recorder.send(order).catch((error: unknown) => {
        throw error instanceof RecorderUnreachable ? new RecorderUnreachable(error.message, 'final') : error;
      }),
  };
}

/** Every bot ends in its time, and says why where it failed. */
function brokenBy(bot: Bot): readonly string[] {
  if (isUnfinished(bot.status)) return [`I2: a bot is still ${bot.status} after ${LONGEST_MS / HOUR_MS} hours`];
  if (bot.status === 'failed' && bot.reasonMessage === '') return ['I3: a bot failed without a reason'];
  return [];
}

interface Seen {
  readonly name: string;
  readonly presences: readonly Presence[];
  readonly unansweredFinds: readonly Instant[];
}

/**
 * At most one recorder is in the call for a bot, unless the one that was asked before had the bot and did not say so when
 * it was asked: then it is told to leave, sooner or later.
 */
function together(virtual: readonly Seen[], end: Instant): readonly string[] {
  const inOrder = virtual.flatMap(({ presences }) => presences).sort((one, other) => one.askedAt - other.askedAt);
  const wasSilent = (one: Presence, until: Instant): boolean =>
    virtual.some(
      ({ name, unansweredFinds }) =>
        name === one.recorder && unansweredFinds.some((at) => at >= one.from && at <= until),
    );
  return inOrder.flatMap((one, at) =>
    inOrder
      .slice(at + 1)
      .filter((other) => other.botId === one.botId && other.from < one.until && one.from < other.until)
      .filter((other) => !wasSilent(one, other.askedAt) || !(one.isToldToLeave || one.until <= end))
      .map(
        (other) =>
          `I1: ${one.recorder} and ${other.recorder} were in the call for one bot for ${Math.round((Math.min(one.until, other.until) - Math.max(one.from, other.from)) / SECOND_MS)} s`,
      ),
  );
}
