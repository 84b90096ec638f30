import type { Saved } from '#shared/core/store';
import { isoOf } from '#shared/core/time';
import { unlessSavedSince } from '#shared/dynamodb/conditions';
import {
  botMemberKey,
  emailMark,
  LINK_GUARD,
  linkPartition,
  linkSort,
  listOf,
  orderOf,
  resourceKey,
} from '#shared/dynamodb/keys';
import { loaded } from '#shared/dynamodb/rows';
import type { Table, Write } from '#shared/dynamodb/table';
import type { MeetingStore } from '#shared/events/ports/stores';
import { linksIn, meetingPage, meetingsAhead, meetingsMarked } from '#shared/meetings/meeting-lists';
import { MeetingRow } from '#shared/meetings/row';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { peopleOf, placeInTime } from '#shared/meetings/rules/meeting';
import { linkKeyOf } from '#shared/meetings/rules/meeting-url';
import { isCancelled, isLive, reckonedEnd } from '#shared/meetings/rules/phase';

export const meetingStore = (table: Table): MeetingStore => ({
  find: async (meeting) => loaded(MeetingRow, await table.get(resourceKey(meeting))),
  page: (filter, now, request) => meetingPage(table, filter, now, request),
  ahead: (part, now, request) => meetingsAhead(table, part, now, request),
  marked: (workspace, mark, request) => meetingsMarked(table, workspace, mark, request),
  byLink: (workspace, link, from, to) => linksIn(table, workspace, link, from, to),
  linkGuard: async (workspace, link) =>
    (await table.get({ pk: linkPartition(workspace, linkKeyOf(link)), sk: LINK_GUARD }))?.revision ?? 0,
});

/** The meeting, its places in the two lists, and the row that finds it by its link in time. */
export const putMeeting = ({ before, after }: Saved<Meeting>): readonly Write[] => [
  {
    put: {
      ...resourceKey(after.id),
      type: 'meeting',
      revision: (before?.revision ?? 0) + 1,
      state: JSON.stringify(after),
      list_pk: listOf.meetings(after.workspaceId),
      list_sk: `${isoOf(placeInTime(after))}#${after.id}`,
      order_pk: orderOf.meetings(after.workspaceId),
      order_sk: `${isoOf(after.updatedAt)}#${after.id}`,
      find: findOf(after),
    },
    when: unlessSavedSince(before?.revision ?? 0),
  },
  ...moveLink(before?.state, after),
  ...moveForBotMembers(before?.state, after),
];

/** What lists can filter by without the row: reckoned end, cancelled, live, source, platform, emails. */
const findOf = (meeting: Meeting) => ({
  e: reckonedEnd(meeting) ?? undefined,
  c: isCancelled(meeting) || undefined,
  l: isLive(meeting) || undefined,
  s: meeting.source,
  p: meeting.platform ?? undefined,
  m: marksOf(meeting),
});

/** Of everybody on it; an organizer may not be among those invited. */
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

function moveLink(before: Meeting | undefined, after: Meeting): readonly Write[] {
  const [from, to] = [linkRowOf(before), linkRowOf(after)];
  if (from?.pk === to?.pk && from?.sk === to?.sk) return [];
  return [
    ...(from ? [{ remove: from }] : []),
    ...(to ? [{ put: { ...to, type: 'link', meeting_id: after.id, at: placeInTime(after) } }] : []),
  ];
}

/** In the list of a member for whom a bot was sent, the meeting stands where it stands in the others. */
function moveForBotMembers(before: Meeting | undefined, after: Meeting): readonly Write[] {
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
