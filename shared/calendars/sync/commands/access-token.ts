import { type Lease, saveUnderLease } from '#shared/calendars/sync/commands/lease';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import type { SealContext } from '#shared/core/secrets';

/** The context that a grant is sealed with. */
export const grantContext = ({ workspaceId, connectionId }: CalendarSync): SealContext => ({
  workspace: workspaceId,
  resource: connectionId,
});

/**
 * An access token for the whole run. A rotated refresh token is saved before the access token is used, so that a crash
 * loses no grant. Throws `Unopenable`, `LeaseLost` and what the provider throws.
 */
export async function getAccessToken(context: SyncContext, lease: Lease): Promise<string> {
  const { sync } = lease;
  const sealContext = grantContext(sync);
  const grant = await context.sealer.open(sync.sealedGrant, sealContext);
  const { accessToken, refreshToken: rotated = grant } = await context.providers[sync.provider].consent.access(grant);
  if (rotated !== grant) {
    const sealedGrant = await context.sealer.seal(rotated, sealContext);
    await saveUnderLease(context)(lease, (now) => ({ ...now, sealedGrant }));
  }
  return accessToken;
}
