import type { MeetingId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { bots } from '#shared/meetings/bots/store';
import { meetings } from '#shared/meetings/meetings/store';
import type { aWorkspace } from './a-workspace.ts';
import type { PlannedEvent } from './edits.ts';

/** Where and when a bot joins. */
interface Plan {
  readonly link: string;
  readonly joinsAt: Instant | null;
}

export async function botsOf(table: Table, meetingId: MeetingId): Promise<readonly Bot[]> {
  const meeting = await meetings.find(table, meetingId);
  const found = await Promise.all((meeting?.state.recordings ?? []).map(({ botId }) => bots.find(table, botId)));
  return found.flatMap((bot) => (bot ? [bot.state] : []));
}

const planOf = ({ meetingUrl, joinAt }: Bot): Plan => ({ link: meetingUrl, joinsAt: joinAt });

/** The bot that the event as it is now would have, if it had never been seen before: it is pushed to a workspace that knows nothing of it. */
export async function freshPlan(
  table: Table,
  workspace: Awaited<ReturnType<typeof aWorkspace>>,
  event: PlannedEvent,
  nth: number,
): Promise<Plan | undefined> {
  if (event.isCancelled) return undefined;
  const fresh = { ...event, uid: `fresh-${nth}` };
  const meetingId = await workspace.push(fresh);
  const [bot] = await botsOf(table, meetingId);
  await workspace.push({ ...fresh, isCancelled: true });
  return bot && planOf(bot);
}

const isSame = (one: Plan, other: Plan): boolean =>
  one.link.split('?')[0] === other.link.split('?')[0] && one.joinsAt === other.joinsAt;

/** A bot was there already, at this call, and for this start or a later one. */
const hasServed = (bot: Bot, plan: Plan): boolean =>
  ['processing', 'completed', 'failed'].includes(bot.status) &&
  bot.meetingUrl.split('?')[0] === plan.link.split('?')[0] &&
  (bot.joinAt ?? 0) >= (plan.joinsAt ?? 0);

/** How the bots of a meeting differ from a fresh plan, in sentences. */
export function differences(
  all: readonly Bot[],
  fresh: Plan | undefined,
  { link, startsAt, endsAt, isCancelled, isDeleted }: PlannedEvent & { readonly isDeleted: boolean },
  now: Instant,
): readonly string[] {
  const onTheirWay = all.filter(({ status }) => ['queued', 'joining', 'in_call'].includes(status));
  const [bot] = onTheirWay;
  if (onTheirWay.length > 1) return [`W1: ${onTheirWay.length} bots are on their way to one meeting`];
  if (isDeleted) return bot ? [`W2: a bot is ${bot.status} after a DELETE`] : [];
  if (!bot) return fresh && !all.some((one) => hasServed(one, fresh)) ? ['W3: there is no bot where one is due'] : [];
  // One that records stays, and so does one that joins a meeting which is off, has lost its link, or whose end alone was moved.
  const isOverByItsEnd = endsAt <= now && bot.meetingUrl === link && bot.startsAt === startsAt;
  if (bot.status === 'in_call') return [];
  if (bot.status === 'joining' && (isCancelled || link === null || isOverByItsEnd)) return [];
  if (!fresh) return [`W4: a bot is ${bot.status} where none is due`];
  return isSame(planOf(bot), fresh) ? [] : [`W5: a bot is ${bot.status} for another call or time`];
}
