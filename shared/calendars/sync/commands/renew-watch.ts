import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import { type Lease, saveUnderLease } from '#shared/calendars/sync/commands/lease';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import { GrantLost, ProviderRefused, type WantedWatch, type Watch } from '#shared/calendars/sync/ports';
import type { SyncWatch } from '#shared/calendars/sync/rules/calendar-sync';
import { watched as withWatch } from '#shared/calendars/sync/rules/sync-transitions';
import { LeaseLost } from '#shared/foundation/core/store';
import { DAY_MS, type Instant, later } from '#shared/foundation/core/time';

/**
 * Creates or renews the watch. A failure at the provider does not fail the sync run: polling continues, and the next run
 * tries again. Returns the name of that failure; throws `GrantLost` and `LeaseLost`.
 */
export async function renewWatch(context: SyncContext, lease: Lease, access: string): Promise<string | undefined> {
  const { watch, provider } = lease.sync;
  // Servers of feeds send no notifications.
  if (provider === 'feed' || (watch && watch.renewAt > context.clock.now())) return undefined;
  try {
    await replaceWatch(context, lease, { access, provider });
    return undefined;
  } catch (error) {
    if (error instanceof GrantLost || !isProviderError(error)) throw error;
    return error.name;
  }
}

interface Watched {
  readonly access: string;
  readonly provider: CalendarProviderName;
}

async function replaceWatch(context: SyncContext, lease: Lease, watched: Watched): Promise<void> {
  const { access, provider } = watched;
  const { watches, clock } = context;
  const { watch: before, calendarId } = lease.sync;
  const now = clock.now();
  const secret = await watches.makeClientState(calendarId);
  const address = watches.addressOf(provider);
  const wanted: WantedWatch = { id: watches.newId(), address, secret, until: later(now, WATCH_MS) };
  const current = before && before.endsAt > now ? before : null;
  const made = await renewOrCreate(context, watched, current, wanted);

  const isSame = made.id === before?.id;
  const secretDigest = isSame ? before.secretDigest : watches.secrets.digest(secret);
  const watch: SyncWatch = { ...made, secretDigest, renewAt: renewalOf(made, now) };
  // Changes between the run and the first watch were not notified: another run follows.
  const transition = (sync: Lease['sync']) => ({
    ...withWatch(sync, watch),
    askedAgain: sync.askedAgain || current === null,
  });
  await saveUnderLease(context)(lease, transition).catch(async (error: unknown) => {
    // The run that has the lease now does not know this watch.
    if (error instanceof LeaseLost && !isSame)
      await context.providers[provider].calendar.stopWatch(access, made).catch(() => undefined);
    throw error;
  });
}

/** A watch that the provider refuses to renew is replaced. */
async function renewOrCreate(
  { providers }: SyncContext,
  { access, provider }: Watched,
  current: SyncWatch | null,
  wanted: WantedWatch,
): Promise<Watch> {
  const { calendar } = providers[provider];
  if (!current) return calendar.watch(access, wanted);
  try {
    const { id, resourceId, endsAt } = current;
    return await calendar.renewWatch(access, { id, resourceId, endsAt }, wanted);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    return calendar.watch(access, wanted);
  }
}

const PROVIDER_ERRORS = new Set(['ProviderThrottled', 'ProviderDown', 'ProviderRefused']);
const isProviderError = (error: unknown): error is Error => error instanceof Error && PROVIDER_ERRORS.has(error.name);

/** Asked for; providers may give less. Microsoft Graph takes a little less than a week for events, Google a week. */
export const WATCH_MS = 6 * DAY_MS;

/** A day before its end, or half of it for a short one: a sync run that fails has time to try again. */
export const renewalOf = ({ endsAt }: { readonly endsAt: Instant }, now: Instant): Instant =>
  later(now, Math.max(endsAt - now - DAY_MS, Math.floor((endsAt - now) / 2)));
