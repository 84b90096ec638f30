import type { BotId, MeetingId } from '#shared/foundation/core/ids';
import { DAY_MS, type Instant, later, laterOf } from '#shared/foundation/core/time';
import { type Bot, dueAtOf } from '#shared/meetings/bots/rules/bot';
import { seededBytes, seededRandom } from '#test/benchmarks/random';
import { aWorld } from '#test/support/api';
import { botWorkers } from '#test/support/bot-workers';
import { fakeRecorder } from '#test/support/fake-recorder';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';
import { aCall } from './a-call.ts';
import { aWorkspace } from './a-workspace.ts';
import { aNewEvent, edited, nextEditAt, type PlannedEvent } from './edits.ts';
import { botsOf, differences, freshPlan } from './fresh-plan.ts';

const MEETINGS = 5;
const EDITS_OF_ONE = 6;
/** How often someone ends the bot instead of editing the event. */
const DELETES = 0.04;
const WEEK_MS = 7 * DAY_MS;

interface PlannedMeeting {
  readonly id: MeetingId;
  event: PlannedEvent & { isDeleted: boolean };
  editAt: Instant;
  editsLeft: number;
}

export interface Week {
  readonly broken: readonly string[];
  /** Ends of bots and edits, after each of which the bots were compared. */
  readonly comparisons: number;
  /** What became of all bots of the week, by status. */
  readonly ends: Readonly<Record<string, number>>;
}

/** Left out of the week, to see whether that is noticed. */
export type LeftOut = 'planning again';

/** A week of a calendar whose events are edited at every moment of a bot's life; after each step the bots are compared with a fresh plan. */
export async function runWeek(seed: number, leftOut?: LeftOut): Promise<Week> {
  const world = aWorld({}, undefined, undefined, seededBytes(seededRandom(seed + 1)));
  const random = seededRandom(seed);
  const { clock, context } = world;
  const { table } = context;
  const { recorder, says, asked } = fakeRecorder();
  const workers = botWorkers(world, { recorder });
  const planning = settingsPropagationWorker(world);
  const [workspace, freshWorkspace] = [await aWorkspace(world, 'Acme'), await aWorkspace(world, 'Fresh')];
  const until = later(clock.now(), WEEK_MS);
  const calls = new Map<BotId, ReturnType<typeof aCall>>();
  const broken: string[] = [];
  let comparisons = 0;

  const planned: PlannedMeeting[] = [];
  for (let nth = 0; nth < MEETINGS; nth += 1) {
    const event = { ...aNewEvent(nth, clock.now(), random), isDeleted: false };
    const editAt = nextEditAt(event, clock.now(), random);
    planned.push({ id: await workspace.push(event), event, editAt, editsLeft: EDITS_OF_ONE });
  }

  const quiet = async () => {
    await workers.runJobs();
    if (leftOut !== 'planning again') await planning.run();
  };

  const compare = async (meeting: PlannedMeeting): Promise<void> => {
    await quiet();
    comparisons += 1;
    const fresh = await freshPlan(table, freshWorkspace, meeting.event, comparisons);
    const all = await botsOf(table, meeting.id);
    const unreleased = all.filter(
      ({ id, status, recorder: given }) => status === 'cancelled' && given && !asked.cancelled.includes(id),
    );
    broken.push(
      ...differences(all, fresh, meeting.event, clock.now()),
      ...unreleased.map(() => 'W6: a bot that left was not cancelled at its recorder'),
    );
  };

  const edit = async (meeting: PlannedMeeting): Promise<void> => {
    meeting.editsLeft -= 1;
    const bot = (await botsOf(table, meeting.id)).find(({ status }) => status === 'queued' || status === 'joining');
    if (bot && random() < DELETES) {
      await workspace.cancelBot(bot.id);
      meeting.event.isDeleted = true;
    } else {
      meeting.event = { ...edited(meeting.event, random), isDeleted: meeting.event.isDeleted };
      await workspace.push(meeting.event);
    }
    meeting.editAt = nextEditAt(meeting.event, clock.now(), random);
    await compare(meeting);
  };

  const work = async ({ id, workspaceId, status }: Bot, dueAt: Instant, meeting: PlannedMeeting): Promise<void> => {
    if (status !== 'queued') {
      const call = calls.get(id) ?? aCall(clock.now(), random);
      calls.set(id, call);
      says(id, call(clock.now()));
    }
    await workers.receive({ botId: id, workspaceId, dueAt });
    const after = (await botsOf(table, meeting.id)).find((bot) => bot.id === id);
    if (after && after.status !== status && !['joining', 'in_call'].includes(after.status)) await compare(meeting);
  };

  for (;;) {
    const dues = await Promise.all(
      planned.map(async (meeting) =>
        (await botsOf(table, meeting.id)).flatMap((bot) => {
          const at = dueAtOf(bot);
          return at === null ? [] : [{ at, run: () => work(bot, at, meeting) }];
        }),
      ),
    );
    const edits = planned
      .filter(({ editsLeft }) => editsLeft > 0)
      .map((meeting) => ({ at: meeting.editAt, run: () => edit(meeting) }));
    const [next] = [...dues.flat(), ...edits].sort((one, other) => one.at - other.at);
    if (!next || next.at > until) break;
    clock.set(laterOf(clock.now(), next.at));
    await next.run();
  }
  for (const meeting of planned) await compare(meeting);

  const all = (await Promise.all(planned.map(({ id }) => botsOf(table, id)))).flat();
  const ends = Object.fromEntries(
    [...Map.groupBy(all, ({ status }) => status)].map(([status, found]) => [status, found.length]),
  );
  return { broken: [...new Set(broken)], comparisons, ends };
}
