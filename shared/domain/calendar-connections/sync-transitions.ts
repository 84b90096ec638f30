import type { CalendarSync } from '#shared/domain/calendar-connections/calendar-sync';
import type { Instant } from '#shared/domain/time';

/** What a member's consent brings: whose calendar it opens, and the grant, sealed. */
export type GrantedSync = Pick<CalendarSync, 'connectionId' | 'workspaceId' | 'memberId' | 'provider' | 'sealedGrant'>;

/**
 * Begins with a full pass, at once, whatever stood here before; a pass that still goes on under the old grant has lost
 * its claim. A watch stays, to be renewed.
 */
export const granted = (before: CalendarSync | undefined, grant: GrantedSync, now: Instant): CalendarSync => ({
  ...grant,
  cursor: null,
  pass: null,
  watch: before?.watch ?? null,
  dueAt: now,
  failures: 0,
  refusals: 0,
  claimedUntil: null,
  askedAgain: false,
});
