import { FeedLimitReached } from '#shared/calendars/feeds/ports';
import { isChanged, lookedUpEmails, type PageFacts } from '#shared/calendars/sync/commands/import-event';
import type { SyncTarget } from '#shared/calendars/sync/commands/lease';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import { keptSources, MOST_SOURCES_OF_FEED } from '#shared/calendars/sync/rules/kept-sources';
import type { ProviderOccurrence } from '#shared/calendars/sync/rules/provider-event';
import { giveBackAll } from '#shared/foundation/commands/take-uses';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type { Instant } from '#shared/foundation/core/time';
import type { Use } from '#shared/foundation/core/uses';

/** Occurrences that are compared at a time. */
const CONCURRENCY = 25;

/** The page of a file, which is one. */
interface FilePage {
  readonly occurrences: readonly ProviderOccurrence[];
  /** Also of what cannot be read. */
  readonly sourceIds: ReadonlySet<string>;
  readonly hasUnknown: boolean;
}

export interface CountedChanges {
  readonly changed: readonly ProviderOccurrence[];
  /** Which day they count for. */
  readonly countedAt: Instant;
}

/**
 * The occurrences of a feed that change something. What the feed makes the service read is counted, its occurrences and
 * the addresses in them, then what it makes it save, before anything is saved: a file that does not fit is left as a whole.
 * Throws `FeedLimitReached`.
 */
export async function countedChanges(
  context: SyncContext,
  target: SyncTarget,
  facts: PageFacts,
  file: FilePage,
): Promise<CountedChanges> {
  const { occurrences } = file;
  const addresses = new Set(occurrences.flatMap(lookedUpEmails)).size;
  const read = { amount: occurrences.length + addresses, occurrences: occurrences.length, at: context.clock.now() };
  await takeForFeed(context, target, 'feed_occurrences', read);
  const areChanged = await mapConcurrently(occurrences, CONCURRENCY, (occurrence) =>
    isChanged(context, target, facts, occurrence),
  );
  const changed = occurrences.filter((_occurrence, position) => areChanged[position]);
  await requireRoomForSources(context, target, facts, { ...file, changed });
  const countedAt = context.clock.now();
  const saved = { amount: changed.length, occurrences: changed.length, at: countedAt };
  await takeForFeed(context, target, 'feed_changes', saved);
  return { changed, countedAt };
}

/**
 * Sources are read as a whole at each change of a feed. Those of the past stay for weeks, and a file that is cut off ends
 * none: their number is bounded. Throws `FeedLimitReached`; the feed is read again when the day ends.
 */
async function requireRoomForSources(
  { useOf, clock }: SyncContext,
  { workspace, window }: SyncTarget,
  facts: PageFacts,
  { changed, occurrences, ...seen }: FilePage & { readonly changed: readonly ProviderOccurrence[] },
): Promise<void> {
  const known = await mapConcurrently(changed, CONCURRENCY, ({ id }) => facts.source(id));
  const added = known.filter((source) => source === undefined).length;
  if (added === 0) return;
  const sources = await facts.sources();
  if (keptSources([...sources.values()], { ...seen, window }) + added <= MOST_SOURCES_OF_FEED) return;
  throw new FeedLimitReached(occurrences.length, useOf('feed_changes', workspace.id, clock.now()).windowEndsAt);
}

/** For changes that were counted then and not saved: of that day, which may have ended since. */
export async function giveBackChanges(
  context: SyncContext,
  target: SyncTarget,
  { amount, countedAt }: { readonly amount: number; readonly countedAt: Instant },
): Promise<void> {
  const uses = usesOf(context, target, 'feed_changes', { amount, at: countedAt });
  await giveBackAll(context.feedLimits.limitCounter, uses);
}

type FeedLimit = 'feed_occurrences' | 'feed_changes';

/** Of the member before the workspace: what their feeds may not do takes nothing from those of other members. */
function usesOf(
  { useOf }: SyncContext,
  { workspace, member }: SyncTarget,
  limit: FeedLimit,
  { amount, at }: { readonly amount: number; readonly at: Instant },
): readonly Use[] {
  return [useOf(`member_${limit}`, member.id, at, amount), useOf(limit, workspace.id, at, amount)];
}

async function takeForFeed(
  context: SyncContext,
  target: SyncTarget,
  limit: FeedLimit,
  { amount, occurrences, at }: { readonly amount: number; readonly occurrences: number; readonly at: Instant },
): Promise<void> {
  if (amount === 0) return;
  for (const use of usesOf(context, target, limit, { amount, at }))
    if (!(await context.feedLimits.limitCounter.hasRoomFor(use)))
      throw new FeedLimitReached(occurrences, use.windowEndsAt);
}
