import { pausedAnd, type Words } from '#bin/operator/why/reasons';
import type { CalendarReason } from '#shared/calendars/rules/why-not-in-sync';
import { type Reason, reason } from '#shared/foundation/core/reason';

/** `hasClient`: whether the deployment has an OAuth client of the provider. */
export const ofDeployment = (hasClient: boolean): readonly Reason<'no_client'>[] => [reason('no_client', !hasClient)];

/** Of a calendar that is not in sync. */
export const CALENDAR_WORDS: Words<CalendarReason | 'no_client'> = {
  archived: 'the workspace is archived',
  disconnected: 'it was disconnected: its member needs a new connect link',
  error: 'the account or the feed refuses: docs/limits-and-rules.md#calendar-connections says what its member does',
  paused: pausedAnd('its calendars are not read'),
  no_client: 'the deployment has no OAuth client of this provider: npm run ops -- provider',
  no_sync: 'it has no sync, although it is active: its member connects it again',
  resting: 'the provider is unreachable or asked for a pause; it is asked again by itself',
  failing: 'the last runs failed: dead-letters --list calendars, and the log of calendar-sync',
  late: 'it is due and no run began: see QueuesLate and SweeperOverdue',
  running: 'a run is under way',
  not_read_yet: 'its first run is due',
  events_passed_over: 'it is in sync, but for events that were passed over',
  events_in_doubt: 'it is in sync, and some events were read with a doubtful time or UID',
  in_sync: 'it is in sync',
};
