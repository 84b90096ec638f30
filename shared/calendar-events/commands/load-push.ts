import type { Bot } from '#shared/bots/rules/bot';
import { bots } from '#shared/bots/store';
import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import type { PushedEvent } from '#shared/calendar-events/rules/push-event';
import type { KnownMember, PushIdentity } from '#shared/calendar-events/rules/push-identity';
import { emailsIn, type SentPush } from '#shared/calendar-events/rules/sent-push';
import { calendarEventStore } from '#shared/calendar-events/store';
import type { MemberId, WorkspaceId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import { later } from '#shared/core/time';
import { type Meeting, SAME_MEETING_MS } from '#shared/meetings/rules/meeting';
import { meetingStore, meetings } from '#shared/meetings/store';
import { memberStore, members } from '#shared/members/store';
import { loadLayers } from '#shared/settings/commands/load-layers';
import type { SettingsLayer } from '#shared/settings/rules/resolve-settings';
import type { Workspace } from '#shared/workspaces/rules/workspace';

/** What a push names: its identity, and the meetings with the same link at the same time. */
export interface PushTargets extends PushIdentity {
  readonly meetingsAtLink: readonly Meeting['id'][];
}

/** The first round trip: everything that the push itself names. */
export async function loadPushTargets(table: Table, workspaceId: WorkspaceId, sent: SentPush): Promise<PushTargets> {
  const [member, memberIds, found, meetingsAtLink] = await Promise.all([
    findMember(table, workspaceId, sent.member),
    findMemberIds(table, workspaceId, emailsIn(sent)),
    findOccurrence(table, workspaceId, sent),
    findMeetingsAtLink(table, workspaceId, sent),
  ]);
  return { member, memberIds, ...found, meetingsAtLink };
}

async function findMember(
  table: Table,
  workspaceId: WorkspaceId,
  sent: SentPush['member'],
): Promise<KnownMember | undefined> {
  if ('id' in sent) return (await members.find(table, sent.id))?.state;
  const row = await memberStore(table).byEmail(workspaceId, sent.email);
  return row && { id: row.memberId, workspaceId, choices: row.choices };
}

async function findMemberIds(
  table: Table,
  workspaceId: WorkspaceId,
  emails: readonly string[],
): Promise<ReadonlyMap<string, MemberId>> {
  const rows = await Promise.all(emails.map((email) => memberStore(table).byEmail(workspaceId, email)));
  return new Map(emails.flatMap((email, at) => (rows[at] ? [[email, rows[at].memberId] as const] : [])));
}

/** Without `recurring` an event is found by its uid alone; the original start decides only where the uid has a series. */
async function findOccurrence(
  table: Table,
  workspaceId: WorkspaceId,
  { icalUid, originalStartsAt, recurring }: SentPush,
): Promise<Pick<PushIdentity, 'occurrence' | 'inSeries'>> {
  const events = calendarEventStore(table);
  const atStart =
    originalStartsAt === undefined ? undefined : events.occurrence(workspaceId, icalUid, originalStartsAt);
  if (recurring) return { occurrence: await atStart, inSeries: true };
  const [single, occurrence] = await Promise.all([events.single(workspaceId, icalUid), atStart]);
  return single === 'series' ? { occurrence, inSeries: true } : { occurrence: single, inSeries: false };
}

async function findMeetingsAtLink(table: Table, workspaceId: WorkspaceId, { content }: SentPush) {
  const { meetingUrl, startsAt } = content;
  if (meetingUrl === null || startsAt === undefined) return [];
  const [from, to] = [later(startsAt, -SAME_MEETING_MS), later(startsAt, SAME_MEETING_MS)];
  const there = await meetingStore(table).byLink(workspaceId, meetingUrl, from, to);
  return there.map(({ meetingId }) => meetingId);
}

/** The event of a push with its meeting, as they were before, and what decides about its bots. */
export interface LoadedPush {
  readonly meeting: Loaded<Meeting> | undefined;
  readonly event: Loaded<CalendarEvent> | undefined;
  /** The automatic bot of the meeting. */
  readonly bot: Loaded<Bot> | undefined;
  readonly memberLayers: readonly SettingsLayer[];
  readonly workspaceLayers: readonly SettingsLayer[];
  /** Other meetings with the same link at the same time. */
  readonly others: readonly Meeting[];
}

/** The second round trip: what the first one found. */
export async function loadPushed(
  table: Table,
  workspace: Workspace,
  { occurrence, meetingsAtLink }: PushTargets,
  member: KnownMember,
  { source }: PushedEvent,
): Promise<LoadedPush> {
  const eventId = occurrence?.eventOf(member.id, source);
  const otherIds = meetingsAtLink.filter((id) => id !== occurrence?.meetingId);
  const [meeting, event, bot, memberLayers, workspaceLayers, others] = await Promise.all([
    occurrence && meetings.find(table, occurrence.meetingId),
    eventId && calendarEventStore(table).find(eventId),
    occurrence?.botId ? bots.find(table, occurrence.botId) : undefined,
    loadLayers(table, member.choices),
    loadLayers(table, workspace.choices),
    Promise.all(otherIds.map((id) => meetings.find(table, id))),
  ]);
  const otherMeetings = others.flatMap((other) => (other ? [other.state] : []));
  return { meeting, event, bot, memberLayers, workspaceLayers, others: otherMeetings };
}
