import * as v from 'valibot';
import { idOf, type WorkspaceId } from '#shared/core/ids';
import type { Item } from '#shared/dynamodb/item';
import {
  accountKey,
  type Key,
  kitChooserKey,
  LINK_GUARD,
  linkPartition,
  linkSort,
  memberEmailKey,
  memberEventSort,
  occurrenceSort,
  resourceKey,
  SINGLE,
  uidPartition,
} from '#shared/dynamodb/keys';
import { id, instant } from '#shared/dynamodb/row-parts';
import type { Table } from '#shared/dynamodb/table';
import { placeInTime } from '#shared/meetings/rules/meeting';
import { linkKeyOf } from '#shared/meetings/rules/meeting-url';

/** Rows that nothing but a listed one leads to, in the order in which they go: what leads to others goes after them. */
export type Behind = (table: Table, workspace: WorkspaceId, state: unknown) => Promise<readonly (readonly Key[])[]>;

/** A resource with all that is kept beneath its id: attempts, members of a bot's meeting, a calendar's own events. */
export async function partition(table: Table, pk: string): Promise<readonly Item[]> {
  const rows: Item[] = [];
  let after: Readonly<Record<string, unknown>> | undefined;
  do {
    const { items, last } = await table.query({ where: { text: 'pk = :pk', values: { ':pk': pk } }, after });
    rows.push(...items);
    after = last;
  } while (after);
  return rows;
}

// What is read here is only what leads on; a row that no version of the code wrote leads nowhere, and goes by itself.
const Linked = v.object({ meetingUrl: v.nullable(v.string()) });
const Meeting = v.object({
  ...Linked.entries,
  id: id('mtg'),
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
const Delivery = v.object({ outboxId: id('out') });
const Member = v.object({ email: v.nullable(v.string()) });
const Chooser = v.object({ id: id('set'), values: v.object({ 'branding.brand_kit_id': v.optional(v.string()) }) });
const Connection = v.object({ provider: v.string(), accountEmail: v.string() });

/** The event as it happened, and its texts. Another delivery of it may have taken them along. */
export const behindDelivery: Behind = async (table, _workspace, state) => {
  const delivery = v.safeParse(Delivery, state);
  return delivery.success ? [await partition(table, delivery.output.outboxId)] : [];
};

export const behindMember: Behind = async (_table, workspace, state) => {
  const member = v.safeParse(Member, state);
  const email = member.success ? member.output.email : null;
  return email === null ? [] : [[memberEmailKey(workspace, email)]];
};

export const behindConnection: Behind = async (_table, workspace, state) => {
  const connection = v.safeParse(Connection, state);
  if (!connection.success) return [];
  const { provider, accountEmail } = connection.output;
  return [[accountKey(workspace, provider, accountEmail)]];
};

/** A kit of another workspace remembers that these settings choose it. */
export const behindSettings: Behind = async (_table, _workspace, state) => {
  const settings = v.safeParse(Chooser, state);
  const kit = settings.success ? idOf('brk', settings.output.values['branding.brand_kit_id']) : undefined;
  return settings.success && kit ? [[kitChooserKey(kit, settings.output.id)]] : [];
};

/** Its place at its link, and every calendar event that carries it, with the rows those are found by. */
export const behindMeeting: Behind = async (table, workspace, state) => {
  const meeting = v.safeParse(Meeting, state);
  if (!meeting.success) return [];
  const { id: meetingId, meetingUrl, startsAt, createdAt, carriers } = meeting.output;
  const rows = await Promise.all(carriers.map(({ eventId }) => table.get(resourceKey(eventId))));
  const events = rows.flatMap((event) => event ?? []);
  const link = meetingUrl === null ? undefined : linkPartition(workspace, linkKeyOf(meetingUrl));
  return [
    events.flatMap((event) => pointersOf(workspace, event)),
    events.map(({ pk, sk }) => ({ pk, sk })),
    link === undefined ? [] : [{ pk: link, sk: linkSort(placeInTime({ startsAt, createdAt }), meetingId) }],
    guardOf(workspace, meeting),
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

/** A bot holds a guard at the link that it joins. */
export const behindBot: Behind = async (_table, workspace, state) => [guardOf(workspace, v.safeParse(Linked, state))];

const guardOf = (workspace: WorkspaceId, linked: v.SafeParseResult<typeof Linked>): readonly Key[] =>
  linked.success && linked.output.meetingUrl !== null
    ? [{ pk: linkPartition(workspace, linkKeyOf(linked.output.meetingUrl)), sk: LINK_GUARD }]
    : [];
