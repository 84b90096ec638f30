import * as v from 'valibot';
import { idOf, type WorkspaceId } from '#shared/domain/ids';
import { placeInTime } from '#shared/domain/meetings/meeting';
import { linkKeyOf } from '#shared/domain/meetings/meeting-url';
import type { WorkspaceRows } from '#shared/ports/workspace-rows';
import type { Item } from '#shared/storage/item';
import {
  accountKey,
  type Key,
  kitChooserKey,
  LINK_GUARD,
  linkPartition,
  linkSort,
  listOf,
  memberEmailKey,
  memberEventSort,
  membersCountKey,
  occurrenceSort,
  resourceKey,
  SINGLE,
  uidPartition,
  workspaceNumberKey,
} from '#shared/storage/keys';
import { pageOfKeys } from '#shared/storage/paging';
import { id, instant } from '#shared/storage/row-parts';
import type { Table } from '#shared/storage/table';

/** Entries of one call; behind a busy meeting stand a few hundred rows. */
const ENTRIES = 25;
const AT_ONCE = 10;

/** In the order in which they go: what leads to others goes after them. */
type Behind = (table: Table, workspace: WorkspaceId, state: unknown) => Promise<readonly (readonly Key[])[]>;

const nothing: Behind = async () => [];

/** The listed row goes last: until then a second run finds what is left behind it. */
async function clear(table: Table, workspace: WorkspaceId, entry: Item, behind: Behind): Promise<void> {
  const own = { pk: entry.pk, sk: entry.sk };
  if (own.sk === resourceKey(own.pk).sk) {
    const rows = await partition(table, own.pk);
    const state = JSON.parse(rows.find(({ sk }) => sk === own.sk)?.state ?? 'null');
    for (const keys of await behind(table, workspace, state)) await remove(table, keys);
    await remove(
      table,
      rows.filter(({ sk }) => sk !== own.sk),
    );
  }
  await remove(table, [own]);
}

/** A resource with all that is kept beneath its id: attempts, members of a bot's meeting, a calendar's own events. */
async function partition(table: Table, pk: string): Promise<readonly Item[]> {
  const rows: Item[] = [];
  let after: Readonly<Record<string, unknown>> | undefined;
  do {
    const { items, last } = await table.query({ where: { text: 'pk = :pk', values: { ':pk': pk } }, after });
    rows.push(...items);
    after = last;
  } while (after);
  return rows;
}

async function remove(table: Table, keys: readonly Key[]): Promise<void> {
  for (let at = 0; at < keys.length; at += AT_ONCE)
    await Promise.all(keys.slice(at, at + AT_ONCE).map(({ pk, sk }) => table.write({ remove: { pk, sk } })));
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
const behindDelivery: Behind = async (table, _workspace, state) => {
  const delivery = v.safeParse(Delivery, state);
  return delivery.success ? [await partition(table, delivery.output.outboxId)] : [];
};

const behindMember: Behind = async (_table, workspace, state) => {
  const member = v.safeParse(Member, state);
  const email = member.success ? member.output.email : null;
  return email === null ? [] : [[memberEmailKey(workspace, email)]];
};

const behindConnection: Behind = async (_table, workspace, state) => {
  const connection = v.safeParse(Connection, state);
  if (!connection.success) return [];
  const { provider, accountEmail } = connection.output;
  return [[accountKey(workspace, provider, accountEmail)]];
};

/** A kit of another workspace remembers that these settings choose it. */
const behindSettings: Behind = async (_table, _workspace, state) => {
  const settings = v.safeParse(Chooser, state);
  const kit = settings.success ? idOf('brk', settings.output.values['branding.brand_kit_id']) : undefined;
  return settings.success && kit ? [[kitChooserKey(kit, settings.output.id)]] : [];
};

/** Its place at its link, and every calendar event that carries it, with the rows those are found by. */
const behindMeeting: Behind = async (table, workspace, state) => {
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

const guardOf = (workspace: WorkspaceId, linked: v.SafeParseResult<typeof Linked>): readonly Key[] =>
  linked.success && linked.output.meetingUrl !== null
    ? [{ pk: linkPartition(workspace, linkKeyOf(linked.output.meetingUrl)), sk: LINK_GUARD }]
    : [];

/** Every list of a workspace, with the rows that nothing but the listed one leads to. */
const LISTS: readonly { readonly of: (workspace: WorkspaceId) => string; readonly behind: Behind }[] = [
  { of: listOf.events, behind: behindDelivery },
  { of: listOf.bots, behind: async (_table, workspace, state) => [guardOf(workspace, v.safeParse(Linked, state))] },
  { of: listOf.meetings, behind: behindMeeting },
  { of: listOf.connections, behind: behindConnection },
  { of: listOf.members, behind: behindMember },
  { of: listOf.assignments, behind: nothing },
  { of: listOf.settings, behind: behindSettings },
  { of: listOf.templates, behind: nothing },
  { of: listOf.brandKits, behind: nothing },
  { of: listOf.files, behind: nothing },
  { of: listOf.endpoints, behind: nothing },
  { of: listOf.users, behind: nothing },
];

export const workspaceRows = (table: Table): WorkspaceRows => ({
  lists: LISTS.length,

  async clearSome(workspace, list) {
    const { of, behind = nothing } = LISTS[list] ?? {};
    if (!of) return false;
    const question = { index: 'list', partition: of(workspace) } as const;
    const { items } = await pageOfKeys(table, question, { limit: ENTRIES, after: undefined });
    for (let at = 0; at < items.length; at += AT_ONCE)
      await Promise.all(items.slice(at, at + AT_ONCE).map((entry) => clear(table, workspace, entry, behind)));
    return items.length > 0;
  },

  async clearRest({ id: workspace, number }) {
    await remove(table, [workspaceNumberKey(number), membersCountKey(workspace)]);
    await remove(table, [resourceKey(workspace)]);
  },
});
