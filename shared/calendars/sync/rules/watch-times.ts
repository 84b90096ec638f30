import { DAY_MS, type Instant, later } from '#shared/core/time';

/** Asked for; providers may give less. Microsoft Graph takes a little less than a week for events, Google a week. */
export const WATCH_MS = 6 * DAY_MS;

/** A day before its end, or half of it for a short one: a pass that fails has time to try again. */
export const renewalOf = ({ endsAt }: { readonly endsAt: Instant }, now: Instant): Instant =>
  later(now, Math.max(endsAt - now - DAY_MS, Math.floor((endsAt - now) / 2)));
