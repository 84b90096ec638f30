import { type Instant, later } from '#shared/core/time';
import { EVENTS_KEPT_MS } from '#shared/events/outbox';

/** Older events are gone, whether their rows still lie there or not: the table is days late in removing them. */
export const keptSince = (now: Instant): Instant => later(now, -EVENTS_KEPT_MS);
