import * as v from 'valibot';
import { LONGEST_EVENT_MS } from '#shared/calendar-events/rules/calendar-event';
import { LAST_INSTANT } from '#shared/core/dates';
import type { MeetingId, MemberId, WorkspaceId } from '#shared/core/ids';
import { keptOf, type Page, type PageRequest } from '#shared/core/page';
import type { Item, Table } from '#shared/core/table';
import { HOUR_MS, type Instant, isoOf, later } from '#shared/core/time';
import { emailMark, linkPartition, listOf, orderOf, resourceKey } from '#shared/dynamodb/keys';
import { type ListQuestion, pageOfKeys } from '#shared/dynamodb/paging';
import { id, instant } from '#shared/dynamodb/row-parts';
import { rowsOf } from '#shared/dynamodb/rows-of';
import type { MeetingAtLink, MeetingFilter, MeetingPart } from '#shared/events/ports/stores';
import { MeetingRow } from '#shared/meetings/row';
import { type Meeting, peopleOf, placeInTime } from '#shared/meetings/rules/meeting';
import { linkKeyOf } from '#shared/meetings/rules/meeting-url';
import { type Phase, phaseOf } from '#shared/meetings/rules/phase';

/** A bot may join early, so a meeting can be past up to this long before its start. */
const EARLIEST_END_MS = HOUR_MS;

/** Reads keys from an index, then the rows; every filter is decided by the row. */
export async function meetingPage(
  table: Table,
  filter: MeetingFilter,
  now: Instant,
  request: PageRequest,
): Promise<Page<Meeting>> {
  const keys = await pageOfKeys(table, questionFor(filter, now), request);
  const entries = new Set(keys.items.map(({ pk }) => pk));
  return rowsOf(
    table,
    asMeetingKeys(keys),
    MeetingRow,
    (meeting) => entries.has(entryOf(meeting, filter.memberId)) && matches(meeting, filter, now),
  );
}

function questionFor(filter: MeetingFilter, now: Instant): ListQuestion {
  const keep = (item: Item) => mayMatch(item, filter, now);
  if (filter.updatedAfter !== undefined) {
    const from = sortOf(later(filter.updatedAfter, 1));
    return { index: 'order', partition: orderOf.meetings(filter.workspaceId), from, keep };
  }
  const partition = filter.memberId ? listOf.meetingsOfMember(filter.memberId) : listOf.meetings(filter.workspaceId);
  return { index: 'list', partition, ...bounds(filter, now), ...(filter.memberId === undefined && { keep }) };
}

/** An instant as a sort key. One beyond the last that sort keys can hold sorts after all of them. */
const sortOf = (at: Instant): string => (at > LAST_INSTANT ? '~' : isoOf(at));

/** The entry by which a meeting is listed. In a member's list it may have several, on different pages. */
function entryOf({ id, carriers }: Meeting, member: MemberId | undefined): string {
  const event = carriers.find(({ memberId }) => memberId === member);
  return event ? event.eventId : id;
}

/** Entries of a member's list belong to calendar events or bots; each has the id of its meeting. */
function asMeetingKeys(page: Page<Item>): Page<Item> {
  const seen = new Set<string>();
  return keptOf(page, (item) => {
    const meeting = item.find?.['mtg'];
    const key = typeof meeting === 'string' ? { ...item, ...resourceKey(meeting) } : item;
    if (seen.has(key.pk)) return undefined;
    seen.add(key.pk);
    return key;
  });
}

function bounds({ phase, startsAfter, startsBefore }: MeetingFilter, now: Instant) {
  const byPhase: Partial<Record<Phase, { from?: Instant; to?: Instant }>> = {
    upcoming: { from: later(now, -LONGEST_EVENT_MS) },
    past: { to: later(now, EARLIEST_END_MS) },
  };
  const span = phase ? byPhase[phase] : undefined;
  const from = Math.max(span?.from ?? 0, startsAfter === undefined ? 0 : startsAfter + 1);
  const to = Math.min(span?.to ?? Infinity, startsBefore === undefined ? Infinity : startsBefore - 1);
  return {
    ...(from > 0 && { from: sortOf(from as Instant) }),
    ...(to < Infinity && { to: `${isoOf(to as Instant)}#~` }),
  };
}

const Find = v.object({
  c: v.optional(v.boolean()),
  l: v.optional(v.boolean()),
  e: v.optional(v.number()),
  s: v.optional(v.string()),
  p: v.optional(v.string()),
  m: v.optional(v.array(v.string()), []),
});

/** Decides by the projected values, which may lag: leaves out only what cannot match. */
function mayMatch(item: Item, filter: MeetingFilter, now: Instant): boolean {
  const find = v.parse(Find, item.find ?? {});
  if ((filter.phase === 'cancelled') !== (find.c === true)) return false;
  if (filter.phase === 'live' && !find.l) return false;
  if (filter.phase === 'upcoming' && (find.l || (find.e !== undefined && find.e <= now))) return false;
  if (filter.source && find.s !== filter.source) return false;
  if (filter.platform && find.p !== filter.platform) return false;
  return filter.participantEmail === undefined || find.m.includes(emailMark(filter.participantEmail));
}

function matches(meeting: Meeting, filter: MeetingFilter, now: Instant): boolean {
  const phase = phaseOf(meeting, now);
  const place = placeInTime(meeting);
  return (
    meeting.workspaceId === filter.workspaceId &&
    (filter.phase ? phase === filter.phase : phase !== 'cancelled') &&
    (filter.startsAfter === undefined || place > filter.startsAfter) &&
    (filter.startsBefore === undefined || place < filter.startsBefore) &&
    (filter.source === undefined || meeting.source === filter.source) &&
    (filter.platform === undefined || meeting.platform === filter.platform) &&
    (filter.participantEmail === undefined || isInvited(meeting, filter.participantEmail))
  );
}

const isInvited = (meeting: Meeting, email: string): boolean =>
  peopleOf(meeting).some((person) => person.email?.toLowerCase() === email.toLowerCase());

/** Ids of meetings that may not be over yet, from the index alone. Two entries of a member may have the same meeting. */
export async function meetingsAhead(
  table: Table,
  part: MeetingPart,
  now: Instant,
  request: PageRequest,
): Promise<Page<MeetingId>> {
  const partition = 'memberId' in part ? listOf.meetingsOfMember(part.memberId) : listOf.meetings(part.workspaceId);
  const from = isoOf(later(now, -LONGEST_EVENT_MS));
  const keep = (item: Item) => !isSurelyOver(item, now);
  const keys = await pageOfKeys(table, { index: 'list', partition, from, keep, newestFirst: false }, request);
  const ids = asMeetingKeys(keys).items.map(({ pk }) => v.parse(id('mtg'), pk));
  return { items: ids, next: keys.next };
}

/** Live and past meetings keep their settings. Entries of members' lists have no such values. */
function isSurelyOver(item: Item, now: Instant): boolean {
  const { l, e } = v.parse(Find, item.find ?? {});
  return l === true || (e !== undefined && e <= now);
}

/** Decides by the projected marks of emails; the caller checks the rows. */
export async function meetingsMarked(
  table: Table,
  workspace: WorkspaceId,
  mark: string,
  request: PageRequest,
): Promise<Page<MeetingId>> {
  const keep = (item: Item) => v.parse(Find, item.find ?? {}).m.includes(mark);
  const keys = await pageOfKeys(table, { index: 'list', partition: listOf.meetings(workspace), keep }, request);
  return { items: keys.items.map(({ pk }) => v.parse(id('mtg'), pk)), next: keys.next };
}

const LinkRow = v.object({ meeting_id: id('mtg'), at: instant });

/** Meetings with a link that start between two instants, both included; strongly consistent. */
export async function linksIn(
  table: Table,
  workspace: WorkspaceId,
  link: string,
  from: Instant,
  to: Instant,
): Promise<readonly MeetingAtLink[]> {
  const { items } = await table.query({
    where: {
      text: 'pk = :pk AND sk BETWEEN :from AND :to',
      values: { ':pk': linkPartition(workspace, linkKeyOf(link)), ':from': isoOf(from), ':to': `${sortOf(to)}#~` },
    },
  });
  return items.map((item) => {
    const { meeting_id, at } = v.parse(LinkRow, item);
    return { meetingId: meeting_id, at };
  });
}
