import { memberByEmail } from '#shared/accounts/members/store';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { type CountedChanges, countedChanges, giveBackChanges } from '#shared/calendars/sync/commands/counted-changes';
import { endSource, importEvent, type PageFacts } from '#shared/calendars/sync/commands/import-event';
import type { SyncTarget } from '#shared/calendars/sync/commands/lease';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import { PeopleLimitReached } from '#shared/calendars/sync/ports';
import type { SkippedEvent } from '#shared/calendars/sync/rules/passed-over';
import type {
  EventNote,
  GoneOccurrence,
  ProviderEvent,
  ProviderOccurrence,
  SeriesSnapshot,
  UnreadEvent,
} from '#shared/calendars/sync/rules/provider-event';
import { seriesMark } from '#shared/calendars/sync/rules/series-mark';
import { isFeed } from '#shared/calendars/sync/synced-calendar-store';
import { command, type RetryPolicy } from '#shared/foundation/commands/command';
import type { MemberId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { Refusal } from '#shared/foundation/core/refusal';
import { TooLarge } from '#shared/foundation/core/store';
import { importedPeople } from '#shared/meetings/calendar-events/commands/count-people';
import type { CalendarSource } from '#shared/meetings/calendar-events/rules/calendar-source';
import { findSource, sourcesOf } from '#shared/meetings/calendar-events/sources-store';

/** Each import is a few short requests in sequence: this many keep the processor busy. */
const CONCURRENCY = 25;
/** Addresses that are looked up at a time for one import. */
const LOOK_UPS = 10;

/**
 * All attendees' calendars report a change of a meeting at the same time. A run may wait some seconds longer than a
 * request: after the retries of a command, with pauses of up to 0.6, 1.3 and 2.6 seconds.
 */
const MORE_RETRIES: RetryPolicy = { attempts: 4, firstPause: 5 };
const importWithRetry = command(importEvent, MORE_RETRIES);
const endWithRetry = command(endSource, MORE_RETRIES);

/** The result of one page. */
export interface ImportedPage {
  /** The provider's ids of its occurrences, those that were passed over included, and marks of series that were. */
  readonly sourceIds: readonly string[];
  /** An event cannot be read and has no id: it may be any that was not seen. */
  readonly hasUnknown: boolean;
  /** Of those, and of removals: what was read. */
  readonly readIds: ReadonlySet<string>;
  /** Events that were skipped: one that cannot be read or is refused must not block the rest. */
  readonly passedOver: readonly SkippedEvent[];
  /** The codes of what was skipped, for the log: a warning's code, or that of the refusal. */
  readonly codes: readonly string[];
}

/**
 * Imports the occurrences of a page in parallel, then ends the removed ones: an occurrence that only changed its id has
 * been imported under the new one by then, and its event stays. Throws `PeopleLimitReached` where some are imported and
 * the others have to wait.
 */
export async function importPage(
  context: SyncContext,
  target: SyncTarget,
  events: readonly ProviderEvent[],
): Promise<ImportedPage> {
  const last = lastEntries(events);
  const occurrences = last.filter(isOccurrence);
  const unread = last.filter(isUnread);
  const unreadIds = unread.flatMap(({ id }) => id ?? []);
  const sourceIds = [...occurrences.map(({ id }) => id), ...unreadIds, ...unreadIds.map(seriesMark)];
  const notes = last.filter(isNote);
  const hasUnknown = unread.some(({ id }) => id === null);
  const facts = pageFacts(context, target, occurrences.length);
  const counted = isFeed(target.connection)
    ? await countedChanges(context, target, facts, { occurrences, sourceIds: new Set(sourceIds), hasUnknown })
    : { changed: occurrences };
  const { changed: toImport } = counted;
  const faults = await importAll(context, target, facts, counted);
  const gone = await removedSources(context, target, last.filter(isRemoval), new Set(sourceIds));
  await endSourcesWithin(context, target, gone, CONCURRENCY);
  const at = context.clock.now();
  const refused = toImport.filter((_occurrence, position) => faults[position] !== undefined);
  const passedOver = [
    ...[...notes, ...unread].map(({ id, code, place }) => ({ sourceId: id, code, at, ...(place && { place }) })),
    ...refused.map(({ id }) => ({ sourceId: id, code: 'rejected_event', at }) as const),
  ];
  return {
    sourceIds,
    hasUnknown,
    readIds: new Set(last.flatMap(({ kind, id }) => (kind === 'unread' || kind === 'note' ? [] : (id ?? [])))),
    passedOver,
    codes: [...[...notes, ...unread].map(({ code }) => code), ...faults.flatMap((fault) => fault ?? [])],
  };
}

/** From so many occurrences of a page, all sources of the connection cost less to read than those of the page one by one. */
const MANY = 16;

/** A page under the lease is the only one that writes sources of its connection; members may change meanwhile. */
function pageFacts({ table }: SyncContext, { connection, workspace }: SyncTarget, occurrences: number): PageFacts {
  let all: Promise<ReadonlyMap<string, CalendarSource>> | undefined;
  const sources = () => {
    all ??= sourcesOf(table, connection.id).then(bySourceId);
    // A retry asks again.
    all.catch(() => {
      all = undefined;
    });
    return all;
  };
  const members = new Map<string, Promise<MemberId | undefined>>();
  const memberId = (email: string): Promise<MemberId | undefined> => {
    const known = members.get(email) ?? memberByEmail(table, workspace.id, email).then((row) => row?.memberId);
    members.set(email, known);
    // A retry asks again.
    known.catch(() => members.delete(email));
    return known;
  };
  let found: Promise<Workspace> | undefined;
  return {
    workspace() {
      found ??= workspaces.find(table, workspace.id).then((now) => now?.state ?? workspace);
      // A retry asks again.
      found.catch(() => {
        found = undefined;
      });
      return found;
    },
    sources,
    source: async (sourceId) =>
      occurrences < MANY ? findSource(table, connection.id, sourceId) : (await sources()).get(sourceId),
    async memberIds(emails) {
      const ids = await mapConcurrently(emails, LOOK_UPS, memberId);
      return new Map(emails.flatMap((email, at) => (ids[at] ? [[email, ids[at]] as const] : [])));
    },
  };
}

const bySourceId = (sources: readonly CalendarSource[]): ReadonlyMap<string, CalendarSource> =>
  new Map(sources.map((source) => [source.sourceId, source]));

/** The last entry for each id. A series and its occurrences have different ids; a note is one beside its event. */
const lastEntries = (events: readonly ProviderEvent[]): readonly ProviderEvent[] => [
  ...new Map(events.map((event) => [`${entryKind(event)} ${event.id}`, event])).values(),
];

const entryKind = (event: ProviderEvent): string => {
  if (event.kind === 'note') return event.code;
  return event.kind === 'series' ? 'series' : 'event';
};

const isOccurrence = (event: ProviderEvent): event is ProviderOccurrence => event.kind === 'occurrence';
const isRemoval = (event: ProviderEvent): event is GoneOccurrence | SeriesSnapshot =>
  event.kind === 'gone' || event.kind === 'series';
const isNote = (event: ProviderEvent): event is EventNote => event.kind === 'note';
const isUnread = (event: ProviderEvent): event is UnreadEvent => event.kind === 'unread';

/** The code that each was refused with. What a feed may change in a day is not used up by what has to wait. */
async function importAll(
  context: SyncContext,
  target: SyncTarget,
  facts: PageFacts,
  { changed, countedAt }: Pick<CountedChanges, 'changed'> & Partial<CountedChanges>,
): Promise<readonly (string | undefined)[]> {
  try {
    return await untilPeopleLimit(context, target, { items: changed, atOnce: CONCURRENCY }, (occurrence) =>
      importSafely(context, target, facts, occurrence),
    );
  } catch (error) {
    if (error instanceof PeopleLimitReached && countedAt !== undefined)
      await giveBackChanges(context, target, { amount: error.occurrences, countedAt });
    throw error;
  }
}

/** Ends sources. Throws `PeopleLimitReached` where some have ended and the others have to wait: they are found again. */
export async function endSourcesWithin(
  context: SyncContext,
  target: SyncTarget,
  sources: readonly CalendarSource[],
  atOnce: number,
): Promise<void> {
  await untilPeopleLimit(context, target, { items: sources, atOnce }, (source) =>
    endWithRetry(context)(target.workspace, source, peopleOf(context, target)),
  );
}

/** Throws `PeopleLimitReached` at the first refusal of a limit, with how many items wait. */
async function untilPeopleLimit<Item, Result>(
  { useOf, clock }: SyncContext,
  { workspace, answerMs }: SyncTarget,
  { items, atOnce }: { readonly items: readonly Item[]; readonly atOnce: number },
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  let done = 0;
  try {
    return await mapConcurrently(items, atOnce, async (item) => {
      const result = await work(item);
      done += 1;
      return result;
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'rate_limited') throw error;
    const { windowEndsAt } = useOf('imported_people', workspace.id, clock.now());
    throw new PeopleLimitReached({ occurrences: items.length - done, windowEndsAt, answerMs });
  }
}

const peopleOf = (context: SyncContext, { workspace, member }: SyncTarget) =>
  importedPeople(context, workspace, member.id);

/** The code that it was refused with, without content of the event. Throws the refusal of a limit, which ends. */
async function importSafely(
  context: SyncContext,
  target: SyncTarget,
  facts: PageFacts,
  occurrence: ProviderOccurrence,
): Promise<string | undefined> {
  try {
    const people = { ended: peopleOf(context, target), pushed: peopleOf(context, target) };
    await importWithRetry(context)(target, facts, { occurrence, people });
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.kind !== 'rate_limited') return error.faults[0]?.code ?? error.kind;
    if (error instanceof TooLarge) return 'too_large';
    throw error;
  }
}

/** Reads all sources of the connection at most once a page, and only for ids that may be of a series. */
async function removedSources(
  { table }: SyncContext,
  { connection: { id }, window }: SyncTarget,
  removals: readonly (GoneOccurrence | SeriesSnapshot)[],
  standing: ReadonlySet<string>,
): Promise<readonly CalendarSource[]> {
  const found = await Promise.all(
    removals.map((one) => (one.kind === 'gone' ? findSource(table, id, one.id) : undefined)),
  );
  const series = new Map(removals.flatMap((one, position) => (found[position] ? [] : [[one.id, one] as const])));
  const all = series.size === 0 ? [] : await sourcesOf(table, id);
  const ofSeries = all.filter((source) => {
    const one = source.seriesId === null ? undefined : series.get(source.seriesId);
    if (!one || one.kind === 'gone') return one !== undefined;
    const isWithin = source.startsAt >= window.from && source.startsAt < window.to;
    return isWithin && !one.occurrenceIds.includes(source.sourceId);
  });
  const gone = [...found.flatMap((source) => source ?? []), ...ofSeries];
  return gone.filter(({ sourceId }) => !standing.has(sourceId));
}
