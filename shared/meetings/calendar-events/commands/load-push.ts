import { memberByEmail, memberIdsByEmail, members } from '#shared/accounts/members/store';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import { unprocessable } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { bots } from '#shared/meetings/bots/store';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import {
  areOneOccurrence,
  type Occurrence,
  type OccurrenceMarks,
} from '#shared/meetings/calendar-events/rules/occurrence';
import { emailsIn, type SentPush } from '#shared/meetings/calendar-events/rules/push-event';
import { type KnownMember, type PushIdentity, sourceOf } from '#shared/meetings/calendar-events/rules/push-identity';
import { calendarEventStore, MAX_SINGLES } from '#shared/meetings/calendar-events/store';
import { loadCallRows, sharedCallFrom } from '#shared/meetings/meetings/commands/load-shared-call';
import type { CallRows } from '#shared/meetings/meetings/lists-store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { type SharedCall, type TimedCall, timedCallOf } from '#shared/meetings/meetings/rules/shared-call';
import { meetings } from '#shared/meetings/meetings/store';
import { loadLayers } from '#shared/meetings/settings/commands/load-layers';
import type { SettingsLayer } from '#shared/meetings/settings/rules/resolve-settings';

/** Of a push: what `loadPushTargets` reads by. */
export type NamedByPush = Pick<SentPush, 'icalUid' | 'recurring' | 'originalStartsAt'> & {
  readonly member: { readonly id: MemberId } | { readonly email: string };
  readonly content: Pick<SentPush['content'], 'startsAt'> & OccurrenceMarks;
};

/** What a push names: its identity, and the rows of its call at its time. */
export interface PushTargets extends PushIdentity {
  readonly place: TimedCall | undefined;
  readonly callRows: CallRows | undefined;
}

/** The first round trip: everything that the push itself names. */
export async function loadPushTargets(table: Table, workspaceId: WorkspaceId, sent: NamedByPush): Promise<PushTargets> {
  const place = placeOf(workspaceId, sent);
  const finding = findMember(table, workspaceId, sent.member);
  const [member, found, callRows] = await Promise.all([
    finding,
    findOccurrence(table, workspaceId, sent, finding),
    place && loadCallRows(table, place),
  ]);
  return { member, ...found, place, callRows };
}

async function findMember(
  table: Table,
  workspaceId: WorkspaceId,
  sent: NamedByPush['member'],
): Promise<KnownMember | undefined> {
  if ('id' in sent) return (await members.find(table, sent.id))?.state;
  const row = await memberByEmail(table, workspaceId, sent.email);
  return row && { id: row.memberId, workspaceId, choices: row.choices };
}

/**
 * Without `recurring` an event is found by its uid alone where the member has one; that of another member has to agree in
 * more. The original start decides only where the uid has a series.
 */
async function findOccurrence(
  table: Table,
  workspaceId: WorkspaceId,
  { icalUid, originalStartsAt, recurring, content }: NamedByPush,
  finding: Promise<KnownMember | undefined>,
): Promise<Pick<PushIdentity, 'occurrence' | 'inSeries' | 'hasSingles'>> {
  const events = calendarEventStore(table);
  const atStart =
    originalStartsAt === undefined ? undefined : events.occurrence(workspaceId, icalUid, originalStartsAt);
  if (recurring) return { occurrence: await atStart, inSeries: true, hasSingles: false };
  const [ofUid, occurrence, member] = await Promise.all([events.ofUid(workspaceId, icalUid), atStart, finding]);
  const { hasSingles } = ofUid;
  const own = member && ofUid.singleOf(member.id);
  if (own) return { occurrence: own, inSeries: false, hasSingles };
  if (ofUid.hasSeries) return { occurrence, inSeries: true, hasSingles };
  const startsAt = originalStartsAt ?? content.startsAt;
  const single = ofUid.areSinglesRead
    ? await singleOfOthers(table, ofUid.singles, { ...content, startsAt })
    : startsAt && (await events.occurrence(workspaceId, icalUid, startsAt));
  if (!single && (!ofUid.areSinglesRead || ofUid.singles.length >= MAX_SINGLES)) throw tooManySingles();
  return { occurrence: single, inSeries: false, hasSingles };
}

const tooManySingles = () =>
  unprocessable(
    'ical_uid',
    'invalid',
    `ical_uid names too many different events (at most ${MAX_SINGLES}): send a uid of its own for each event, or original_starts_at as it was first pushed.`,
  );

/** A single event in calendars of other members that is the same occurrence. Costs a read only where it starts elsewhere. */
async function singleOfOthers(
  table: Table,
  singles: readonly Occurrence[],
  content: NamedByPush['content'],
): Promise<Occurrence | undefined> {
  const atStart = singles.find(({ originalStartsAt }) => originalStartsAt === content.startsAt);
  if (atStart) return atStart;
  if (!content.organizer?.email && content.meetingUrl === null) return undefined;
  const found = await Promise.all(singles.map(({ meetingId }) => meetings.find(table, meetingId)));
  return singles.find((_single, position) => {
    const meeting = found[position]?.state;
    return meeting !== undefined && areOneOccurrence(meeting, content);
  });
}

/** The call and time of a push; a cancellation may name none. */
const placeOf = (
  workspaceId: WorkspaceId,
  { content: { meetingUrl, startsAt } }: NamedByPush,
): TimedCall | undefined =>
  startsAt === undefined ? undefined : timedCallOf({ workspaceId, meetingUrl, startsAt, createdAt: startsAt });

/** The event of a push with its meeting, as they were before, and what decides about its bots. */
export interface LoadedPush {
  readonly meeting: Loaded<Meeting> | undefined;
  readonly event: Loaded<CalendarEvent> | undefined;
  /** The automatic bot of the meeting. */
  readonly bot: Loaded<Bot> | undefined;
  readonly memberLayers: readonly SettingsLayer[];
  readonly workspaceLayers: readonly SettingsLayer[];
  /** Members among the people of the push, by email. */
  readonly memberIds: ReadonlyMap<string, MemberId>;
  /** The call of the push at its time, with the other meetings there. */
  readonly sharedCall: SharedCall | undefined;
}

/** The second round trip: what the first one found, and the members among the people. */
export async function loadPushed(
  table: Table,
  workspace: Workspace,
  { occurrence, place, callRows }: PushTargets,
  member: KnownMember,
  sent: SentPush,
): Promise<LoadedPush> {
  const eventId = occurrence?.eventOf({ memberId: member.id, ...sourceOf(sent) });
  const [meeting, event, bot, memberIds, memberLayers, workspaceLayers, sharedCall] = await Promise.all([
    occurrence && meetings.find(table, occurrence.meetingId),
    eventId && calendarEventStore(table).find(eventId),
    occurrence?.botId ? bots.find(table, occurrence.botId) : undefined,
    memberIdsByEmail(table, workspace.id, emailsIn(sent)),
    loadLayers(table, member.choices),
    loadLayers(table, workspace.choices),
    place && callRows && sharedCallFrom(table, place, callRows, occurrence?.meetingId),
  ]);
  return { meeting, event, bot, memberIds, memberLayers, workspaceLayers, sharedCall };
}
