import * as v from 'valibot';
import { linkGuardKey } from '#shared/bots/store';
import type { WorkspaceId } from '#shared/core/ids';
import type { Item, Key, Table, Write } from '#shared/core/table';
import { isoOf } from '#shared/core/time';
import { type Dependents, entity } from '#shared/dynamodb/entity';
import {
  botMemberKey,
  emailMark,
  linkPartition,
  linkSort,
  listOf,
  memberEventSort,
  occurrenceSort,
  orderOf,
  resourceKey,
  SINGLE,
  uidPartition,
} from '#shared/dynamodb/keys';
import { id, instant } from '#shared/dynamodb/row-parts';
import type { MeetingStore } from '#shared/events/ports/stores';
import { linksIn, meetingPage, meetingsAhead, meetingsMarked } from '#shared/meetings/meeting-lists';
import { MeetingRow } from '#shared/meetings/row';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { peopleOf, placeInTime } from '#shared/meetings/rules/meeting';
import { linkKeyOf } from '#shared/meetings/rules/meeting-url';
import { isCancelled, isLive, reckonedEnd } from '#shared/meetings/rules/phase';

export const meetingStore = (table: Table): MeetingStore => ({
  find: (meeting) => meetings.find(table, meeting),
  page: (filter, now, request) => meetingPage(table, filter, now, request),
  ahead: (part, now, request) => meetingsAhead(table, part, now, request),
  marked: (workspace, mark, request) => meetingsMarked(table, workspace, mark, request),
  byLink: (workspace, link, from, to) => linksIn(table, workspace, link, from, to),
  linkGuard: async (workspace, link) => (await table.get(linkGuardKey(workspace, link)))?.revision ?? 0,
});

/** Projected values that lists filter by: effective end, cancelled, live, source, platform, marks of emails. */
const findOf = (meeting: Meeting) => ({
  e: reckonedEnd(meeting) ?? undefined,
  c: isCancelled(meeting) || undefined,
  l: isLive(meeting) || undefined,
  s: meeting.source,
  p: meeting.platform ?? undefined,
  m: marksOf(meeting),
});

/** Of all people; the organizer may not be among those invited. */
const marksOf = (meeting: Meeting): readonly string[] => {
  const people = [...peopleOf(meeting), ...(meeting.organizer ? [meeting.organizer] : [])];
  return [...new Set(people.flatMap(({ email }) => (email === null ? [] : [emailMark(email)])))];
};

const linkRowOf = (meeting: Meeting | undefined) =>
  meeting && meeting.meetingUrl !== null
    ? {
        pk: linkPartition(meeting.workspaceId, linkKeyOf(meeting.meetingUrl)),
        sk: linkSort(placeInTime(meeting), meeting.id),
      }
    : undefined;

function moveLink(before: Meeting | undefined, after: Meeting | undefined): readonly Write[] {
  const [from, to] = [linkRowOf(before), linkRowOf(after)];
  if (from?.pk === to?.pk && from?.sk === to?.sk) return [];
  return [
    ...(from ? [{ remove: from }] : []),
    ...(after && to ? [{ put: { ...to, type: 'link', meeting_id: after.id, at: placeInTime(after) } }] : []),
  ];
}

/** The entries in the lists of members for whom a bot was sent have the same sort key as the workspace's. */
function moveForBotMembers(before: Meeting | undefined, after: Meeting | undefined): readonly Write[] {
  if (after === undefined)
    return before ? before.botMembers.map((member) => ({ remove: botMemberKey(before.id, member) })) : [];
  const hasMoved = before === undefined || placeInTime(before) !== placeInTime(after);
  return after.botMembers
    .filter((member) => hasMoved || !before.botMembers.includes(member))
    .map((member) => ({
      put: {
        ...botMemberKey(after.id, member),
        type: 'bot_member',
        list_pk: listOf.meetingsOfMember(member),
        list_sk: `${isoOf(placeInTime(after))}#${after.id}`,
        find: { mtg: after.id },
      },
    }));
}

// Only what leads to other rows; a row that does not match leads to none.
const Leading = v.object({
  id: id('mtg'),
  meetingUrl: v.nullable(v.string()),
  startsAt: v.nullable(instant),
  createdAt: instant,
  carriers: v.array(v.object({ eventId: id('cev') })),
});
const CalendarEvent = v.object({
  icalUid: v.string(),
  originalStartsAt: instant,
  memberId: id('mem'),
  source: v.picklist(['calendar_connection', 'calendar_sync']),
});

/** The row at its link, and its calendar events with their pointer rows. */
const dependents: Dependents = async (table, workspace, state) => {
  const meeting = v.safeParse(Leading, state);
  if (!meeting.success) return [];
  const { id: meetingId, meetingUrl, startsAt, createdAt, carriers } = meeting.output;
  const rows = await Promise.all(carriers.map(({ eventId }) => table.get(resourceKey(eventId))));
  const events = rows.flatMap((event) => event ?? []);
  const link = meetingUrl === null ? undefined : linkPartition(workspace, linkKeyOf(meetingUrl));
  return [
    events.flatMap((event) => pointersOf(workspace, event)),
    events.map(({ pk, sk }) => ({ pk, sk })),
    link === undefined ? [] : [{ pk: link, sk: linkSort(placeInTime({ startsAt, createdAt }), meetingId) }],
    meetingUrl === null ? [] : [linkGuardKey(workspace, meetingUrl)],
  ];
};

function pointersOf(workspace: WorkspaceId, event: Item): readonly Key[] {
  const read = v.safeParse(CalendarEvent, JSON.parse(event.state ?? 'null'));
  if (!read.success) return [];
  const { icalUid, originalStartsAt, memberId, source } = read.output;
  const pk = uidPartition(workspace, icalUid);
  return [memberEventSort(originalStartsAt, memberId, source), occurrenceSort(originalStartsAt), SINGLE].map((sk) => ({
    pk,
    sk,
  }));
}

/** Meetings of a workspace, with the rows that find them by link and by the members for whom a bot was sent. */
export const meetings = entity<Meeting>({
  noun: 'meeting',
  type: 'meeting',
  prefix: 'mtg',
  list: 'MTG',
  schema: MeetingRow,
  attributes: (meeting) => ({
    list_sk: `${isoOf(placeInTime(meeting))}#${meeting.id}`,
    order_pk: orderOf.meetings(meeting.workspaceId),
    order_sk: `${isoOf(meeting.updatedAt)}#${meeting.id}`,
    find: findOf(meeting),
  }),
  rows: (before, after) => [...moveLink(before, after), ...moveForBotMembers(before, after)],
  dependents,
  notes: {
    listSort: 'starts_at#id',
    order: 'W#MTG, updated_at#id',
    rows: {
      'W#LINK#h, starts_at#mtg_': 'Meeting at a link',
      'mtg_, MEM#mem_': 'Member for whom a bot was sent; in the list `mem_#MTG`, starts_at#mtg_',
    },
  },
});
