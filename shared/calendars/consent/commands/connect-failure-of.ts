import { ConsentFailed, ProviderNotSetUp } from '#shared/calendars/consent/ports/consent-provider';
import type { ConnectFailure } from '#shared/calendars/consent/rules/connect-failure';
import { ProviderDown, ProviderThrottled } from '#shared/calendars/sync/ports/calendar-provider';
import { Refusal } from '#shared/core/refusal';
import { LostRace, Throttled } from '#shared/core/store';

const BY_CODE: Readonly<Record<string, ConnectFailure>> = {
  calendar_already_connected: 'calendar_already_connected',
  link_used: 'link_used',
  link_expired: 'link_expired',
  rate_limited: 'too_many_members',
  // The member was deleted during the consent.
  invalid: 'link_gone',
};

/** The failure that the page shows for an error; undefined for a defect. */
export function connectFailureOf(error: unknown): ConnectFailure | undefined {
  if (error instanceof ConsentFailed) return error.reason;
  if (error instanceof ProviderNotSetUp) return 'not_set_up';
  if (error instanceof ProviderDown || error instanceof ProviderThrottled) return 'provider_down';
  if (error instanceof LostRace || error instanceof Throttled) return 'busy';
  if (error instanceof Refusal) return BY_CODE[error.faults[0]?.code ?? ''];
  return undefined;
}
