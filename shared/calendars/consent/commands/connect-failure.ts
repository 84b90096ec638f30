import { ConsentFailed, ProviderNotSetUp } from '#shared/calendars/consent/ports';
import { ProviderDown, ProviderThrottled } from '#shared/calendars/sync/ports';
import { isAwsError } from '#shared/foundation/core/error-name';
import { Refusal } from '#shared/foundation/core/refusal';
import { LostRace, Throttled } from '#shared/foundation/core/store';

/** Why no calendar was connected; the page has a message for each. */
export type ConnectFailure =
  /** The person denied access. */
  | 'denied'
  /** The calendar scope was not granted. */
  | 'missing_scope'
  /** The organization lets only its administrators consent. */
  | 'admin_consent_required'
  | 'shared_account'
  /** The provider returned an invalid response. */
  | 'provider_error'
  /** The provider is unreachable or throttles. */
  | 'provider_down'
  /** This deployment has no OAuth client at the provider. */
  | 'not_set_up'
  /** The link expects the account with the member's email. */
  | 'wrong_account'
  /** The account is active for another member of the workspace. */
  | 'calendar_already_connected'
  | 'link_used'
  | 'link_expired'
  /** Its workspace is archived or its member was deleted. */
  | 'link_gone'
  /** More than ten minutes old, or a second callback. */
  | 'attempt_over'
  /** Another browser started the authorization. */
  | 'other_browser'
  /** The workspace reached its limit of new members per hour. */
  | 'too_many_members'
  | 'busy';

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
  if (error instanceof LostRace || error instanceof Throttled || isAwsError(error)) return 'busy';
  if (error instanceof Refusal) return BY_CODE[error.faults[0]?.code ?? ''];
  return undefined;
}
