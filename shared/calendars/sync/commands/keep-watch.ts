import { type Held, LeaseLost, saveHeld } from '#shared/calendars/sync/commands/claim';
import type { PassNeeds } from '#shared/calendars/sync/commands/needs';
import {
  GrantLost,
  ProviderRefused,
  type WantedWatch,
  type Watch,
} from '#shared/calendars/sync/ports/calendar-provider';
import type { SyncWatch } from '#shared/calendars/sync/rules/calendar-sync';
import { watched } from '#shared/calendars/sync/rules/sync-transitions';
import { renewalOf, WATCH_MS } from '#shared/calendars/sync/rules/watch-times';
import { later } from '#shared/core/time';

/**
 * Has the provider tell of changes from now on, or for longer. What goes wrong here keeps no pass from its end: the
 * poll goes on, and the next pass tries again. Answers the name of what went wrong; throws `GrantLost`.
 */
export async function keepWatch(needs: PassNeeds, held: Held, access: string): Promise<string | undefined> {
  const { watch } = held.sync;
  if (watch && watch.renewAt > needs.clock.now()) return undefined;
  try {
    await makeWatch(needs, held, access);
    return undefined;
  } catch (error) {
    if (error instanceof GrantLost || !isProviders(error)) throw error;
    return error.name;
  }
}

async function makeWatch(needs: PassNeeds, held: Held, access: string): Promise<void> {
  const { watches, clock } = needs;
  const { watch: before, connectionId, provider } = held.sync;
  const now = clock.now();
  const secret = watches.secrets.make();
  const address = watches.addressOf(provider);
  const wanted: WantedWatch = { id: watches.newId(), address, secret, until: later(now, WATCH_MS) };
  const standing = before && before.endsAt > now ? before : null;
  const made = await ask(needs, held, access, standing, wanted);

  const isSame = made.id === before?.id;
  const secretDigest = isSame ? before.secretDigest : watches.secrets.digest(secret);
  const watch: SyncWatch = { ...made, secretDigest, renewAt: renewalOf(made, now) };
  // What changed between the pass and a watch that had no predecessor was told to nobody.
  const rule = (sync: Held['sync']) => ({ ...watched(sync, watch), askedAgain: sync.askedAgain || standing === null });
  const beside = {
    watchChannels: [{ id: made.id, connectionId, endsAt: made.endsAt }],
    removedWatchChannels: before && !isSame ? [before.id] : [],
  };
  await saveHeld(needs, held, rule, beside).catch(async (error: unknown) => {
    // Whoever has the connection now does not know of it, and so cannot end it.
    if (error instanceof LeaseLost && !isSame)
      await needs.providers[provider].calendar.stopWatch(access, made).catch(() => undefined);
    throw error;
  });
}

/** One that cannot be renewed is gone at the provider: another takes its place. */
async function ask(
  { providers }: PassNeeds,
  { sync }: Held,
  access: string,
  standing: SyncWatch | null,
  wanted: WantedWatch,
): Promise<Watch> {
  const { calendar } = providers[sync.provider];
  if (!standing) return calendar.watch(access, wanted);
  try {
    const { id, resourceId, endsAt } = standing;
    return await calendar.renewWatch(access, { id, resourceId, endsAt }, wanted);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    return calendar.watch(access, wanted);
  }
}

const PROVIDERS = new Set(['ProviderThrottled', 'ProviderDown', 'ProviderRefused']);
const isProviders = (error: unknown): error is Error => error instanceof Error && PROVIDERS.has(error.name);
