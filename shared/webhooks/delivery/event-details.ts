import type { Table } from '#shared/core/table';
import { outboxRows } from '#shared/events/outbox';
import type { Server } from '#shared/versions/version-change';
import { objectTextAt } from '#shared/webhooks/delivery/payload';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { deliveryStore } from '#shared/webhooks/delivery/store';

interface Context {
  readonly table: Table;
  readonly server: Server;
}

export interface EventDetails {
  readonly attempts: readonly Attempt[];
  /** The JSON of the resource at the endpoint's version; undefined if it cannot be rendered. */
  readonly objectText: string | undefined;
}

/** The attempts of a delivery and its stored payload; rendered now if it was never sent. */
export async function detailsOf({ table, server }: Context, delivery: Delivery): Promise<EventDetails> {
  const { outboxId, type, apiVersion } = delivery;
  const outbox = outboxRows(table);
  const [attempts, kept, event] = await Promise.all([
    deliveryStore(table).attempts(delivery),
    outbox.text(outboxId, apiVersion),
    outbox.read(outboxId, type),
  ]);
  return { attempts, objectText: kept ?? (event && rendered(apiVersion, event.snapshot, server)) };
}

/** Undefined for a snapshot that cannot be rendered: the attempts, which say so, are shown all the same. */
function rendered(pin: string, snapshot: unknown, server: Server): string | undefined {
  try {
    return objectTextAt(pin, snapshot, server);
  } catch {
    return undefined;
  }
}
