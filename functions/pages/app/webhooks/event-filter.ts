import { readInstant } from '#shared/core/dates';
import { idOf, type WorkspaceId } from '#shared/core/ids';
import { type Instant, later } from '#shared/core/time';
import { EVENTS_KEPT_MS } from '#shared/events/outbox';
import { PUBLIC_EVENTS } from '#shared/events/rules/domain-event';
import type { PageContext } from '#shared/page-kit/page-kit';
import type { DeliveryFilter } from '#shared/webhooks/delivery/ports/deliveries';
import { STATES, type Status } from './event-words.ts';

/** The form above the log, as it was filled in. What makes no sense narrows nothing. */
export interface Asked {
  readonly status: string;
  readonly type: string;
  readonly endpoint: string;
  /** `2026-11-02T10:00`, in UTC, as the browser's own field writes it. */
  readonly since: string;
  readonly until: string;
}

export const askedIn = (c: PageContext): Asked => {
  const read = (name: string) => c.req.query(name) ?? '';
  return {
    status: read('status'),
    type: read('type'),
    endpoint: read('endpoint'),
    since: read('since'),
    until: read('until'),
  };
};

/** Older events are gone, whether their rows still lie there or not: the table is days late in removing them. */
export const keptSince = (now: Instant): Instant => later(now, -EVENTS_KEPT_MS);

export const filterFor = (workspaceId: WorkspaceId, asked: Asked, now: Instant): DeliveryFilter => ({
  workspaceId,
  status: Object.hasOwn(STATES, asked.status) ? (asked.status as Status) : undefined,
  type: PUBLIC_EVENTS.find((type) => type === asked.type),
  endpointId: idOf('whe', asked.endpoint),
  createdAfter: Math.max(keptSince(now), momentIn(asked.since) ?? 0) as Instant,
  createdBefore: momentIn(asked.until),
});

const momentIn = (text: string): Instant | undefined => readInstant(`${text}Z`);
