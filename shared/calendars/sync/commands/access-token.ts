import { accessIn, findAccess, type KeptAccess, keepAccess } from '#shared/calendars/sync/access-store';
import { type Lease, saveUnderLease } from '#shared/calendars/sync/commands/lease';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import type { SealContext } from '#shared/foundation/core/secrets';
import type { Item } from '#shared/foundation/core/table';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';

/** The context that a grant is sealed with. */
export const grantContext = ({ workspaceId, calendarId }: CalendarSync): SealContext => ({
  workspace: workspaceId,
  resource: calendarId,
});

export interface AccessToken {
  readonly accessToken: string;
  /** It was requested earlier: the provider may have ended it since. */
  readonly isKept: boolean;
}

/** Longer than an invocation lasts: a token does not expire during a run. */
const MARGIN_MS = 5 * MINUTE_MS;

const isUsable = ({ expiresAt }: KeptAccess, now: Instant): boolean => expiresAt > later(now, MARGIN_MS);

/** The access token for a whole run: the kept one, or else a fresh one. Throws what `freshAccessToken` throws. */
export async function getAccessToken(context: SyncContext, lease: Lease): Promise<AccessToken> {
  const kept = await accessIn(await findAccess(context.table, lease.sync), lease.sync, context.accessSealer);
  if (kept && isUsable(kept, context.clock.now())) return { accessToken: kept.accessToken, isKept: true };
  return freshAccessToken(context, lease, kept);
}

/**
 * Requests a token. A rotated refresh token is saved before the access token is used, so that a crash loses no grant.
 * Throws `DecryptionFailed`, `LeaseLost` and what the provider throws.
 */
export async function freshAccessToken(context: SyncContext, lease: Lease, kept?: KeptAccess): Promise<AccessToken> {
  const { access, rotated } = await request(context, lease.sync, kept);
  const sync = rotated ? await saveGrant(context, lease, access.grant) : lease.sync;
  await keepAccess(context.table, sync, access, context.accessSealer);
  return { accessToken: access.accessToken, isKept: false };
}

/**
 * The access token for a poll, which has no lease: undefined where a request for one could rotate the grant, which only
 * the holder of the lease may save. Throws `DecryptionFailed` and what the provider throws.
 */
export async function accessTokenForPoll(
  context: SyncContext,
  sync: CalendarSync,
  row: Item | undefined,
): Promise<string | undefined> {
  const kept = await accessIn(row, sync, context.accessSealer);
  if (kept && isUsable(kept, context.clock.now())) return kept.accessToken;
  if (context.providers[sync.provider].consent.rotatesGrants) return undefined;
  const { access } = await request(context, sync, kept);
  await keepAccess(context.table, sync, access, context.accessSealer);
  return access.accessToken;
}

async function request(context: SyncContext, sync: CalendarSync, kept: KeptAccess | undefined) {
  const before = kept?.grant ?? (await context.sealer.open(sync.sealedGrant, grantContext(sync)));
  const {
    accessToken,
    expiresAt,
    refreshToken: grant = before,
  } = await context.providers[sync.provider].consent.access(before);
  return { access: { accessToken, expiresAt, grant }, rotated: grant !== before };
}

async function saveGrant(context: SyncContext, lease: Lease, grant: string): Promise<CalendarSync> {
  const sealedGrant = await context.sealer.seal(grant, grantContext(lease.sync));
  return (await saveUnderLease(context)(lease, (now) => ({ ...now, sealedGrant }))).sync;
}
