import { type Held, saveHeld } from '#shared/calendars/sync/commands/claim';
import type { PassNeeds } from '#shared/calendars/sync/commands/needs';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import type { SealContext } from '#shared/core/sealer';

/** Whose a sealed grant is. */
export const grantContext = ({ workspaceId, connectionId }: CalendarSync): SealContext => ({
  workspace: workspaceId,
  resource: connectionId,
});

/**
 * An access token, good for the whole pass. A grant that the provider renewed is kept before anything is done with it:
 * whoever dies here loses nothing. Throws what opening and asking throw.
 */
export async function openAccess(needs: PassNeeds, held: Held): Promise<string> {
  const { sync } = held;
  const context = grantContext(sync);
  const grant = await needs.sealer.open(sync.sealedGrant, context);
  const { accessToken, refreshToken: renewed = grant } = await needs.providers[sync.provider].consent.access(grant);
  if (renewed !== grant) {
    const sealedGrant = await needs.sealer.seal(renewed, context);
    await saveHeld(needs, held, (now) => ({ ...now, sealedGrant }));
  }
  return accessToken;
}
