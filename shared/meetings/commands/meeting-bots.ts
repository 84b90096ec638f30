import { type Bot, isUnfinished } from '#shared/bots/rules/bot';
import { bots } from '#shared/bots/store';
import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import type { Loaded } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import { later } from '#shared/core/time';
import { hasUnfinishedBot, type Meeting, placeInTime, SAME_MEETING_MS } from '#shared/meetings/rules/meeting';
import { meetingStore, meetings } from '#shared/meetings/store';

/** The bots of a meeting that are not finished; `known` has been read already. */
export async function loadUnfinishedBots(
  table: Table,
  { recordings }: Meeting,
  known?: Loaded<Bot>,
): Promise<readonly Loaded<Bot>[]> {
  const ids = recordings
    .filter(({ status, botId }) => isUnfinished(status) && botId !== known?.state.id)
    .map(({ botId }) => botId);
  const others = await Promise.all(ids.map((id) => bots.find(table, id)));
  return [known, ...others].flatMap((bot) => bot ?? []);
}

type Placed = Pick<Meeting, 'id' | 'workspaceId' | 'meetingUrl' | 'startsAt' | 'createdAt'>;

/** Whether another meeting has a bot for the same link and time: docs/limits-and-rules.md#meeting-identity. */
export async function isBotAtSameLink(table: Table, meeting: Placed): Promise<boolean> {
  if (meeting.meetingUrl === null) return false;
  const at = placeInTime(meeting);
  const span = [later(at, -SAME_MEETING_MS), later(at, SAME_MEETING_MS)] as const;
  const there = await meetingStore(table).byLink(meeting.workspaceId, meeting.meetingUrl, ...span);
  const others = await Promise.all(
    there.filter(({ meetingId }) => meetingId !== meeting.id).map(({ meetingId }) => meetings.find(table, meetingId)),
  );
  return others.some((other) => other !== undefined && hasUnfinishedBot(other.state));
}

/**
 * The same for a meeting of which one event was cancelled. It may get a new bot only where another event is linked to it
 * and it has no unfinished bot; nothing is read otherwise.
 */
export async function isBotAtSameLinkWithout(
  table: Table,
  meeting: Meeting,
  event: CalendarEvent,
  { meetingUrl, startsAt }: CalendarEvent,
): Promise<boolean> {
  const goesOn = meeting.carriers.some(({ eventId, cancelled }) => eventId !== event.id && !cancelled);
  return goesOn && !hasUnfinishedBot(meeting) && isBotAtSameLink(table, { ...meeting, meetingUrl, startsAt });
}
