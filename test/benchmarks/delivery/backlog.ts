import { HOUR_MS, later, SECOND_MS } from '#shared/foundation/core/time';
import { outboxRows } from '#shared/foundation/events/outbox';
import { systemClock } from '#shared/foundation/platform/system-clock';
import { deliveryIdFor } from '#shared/foundation/platform/type-ids';
import { identityOf } from '#shared/webhooks/delivery/rules/delivery';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import type { Platform } from './platform.ts';
import type { Tenant } from './tenants.ts';

/** A step in the schedule to which one waits for an hour, so that the sweeper alone knows when it is due. */
const NEXT = 12;
const DUE_WITHIN_SECONDS = 120;
const PIN = '2026-10-12';

/**
 * Deliveries that failed all through an outage, the rest of whose schedule lies before them: rows as fan-out and the
 * failed attempts left them, due within the next two minutes. Answers their ids.
 */
export async function aBacklog({ table }: Platform, { endpoints, ids, workspaceId }: Tenant, count: number) {
  const deliveries = deliveryStore(table);
  const outbox = outboxRows(table);
  const [endpoint] = endpoints;
  const made = new Set<string>();
  if (!endpoint) return made;
  const now = systemClock.now();
  const failedAt = later(now, -HOUR_MS);
  const happenedAt = later(now, -5 * HOUR_MS);
  for (let nth = 0; nth < count; nth += 1) {
    const outboxId = ids.make('out');
    const type = 'calendar_connection.connected';
    const event = { id: outboxId, at: happenedAt };
    await outbox.keepText(event, PIN, JSON.stringify({ object: 'calendar_connection', id: ids.make('cal') }));
    const identity = identityOf({
      ...{ id: deliveryIdFor(outboxId, endpoint.id, happenedAt), workspaceId, endpointId: endpoint.id, outboxId },
      ...{ type, url: endpoint.url, apiVersion: PIN, createdAt: happenedAt },
    });
    const dueAt = later(now, Math.floor((nth / count) * DUE_WITHIN_SECONDS) * SECOND_MS);
    await deliveries.create({ ...identity, attemptsCount: NEXT - 1, status: 'retrying', next: NEXT, dueAt }, failedAt);
    made.add(identity.id);
  }
  return made;
}
