import type { DeliveryId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import { outboxRows } from '#shared/foundation/events/outbox';
import type { OutboxEvent } from '#shared/foundation/events/ports';
import { answerAsOf } from '#shared/foundation/versions/chain';
import { NEWEST_VERSION, releases } from '#shared/foundation/versions/releases';
import type { Server } from '#shared/foundation/versions/version-change';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { deliveryStore } from '#shared/webhooks/delivery/store';

/** The JSON of an event's resource at one version pin. */
export const objectTextAt = (pin: string, snapshot: unknown, server: Server): string =>
  JSON.stringify(answerAsOf(pin, releases, snapshot, server));

interface Enveloped {
  readonly id: DeliveryId;
  readonly type: string;
  readonly createdAt: Instant;
  /** The stored JSON, used byte for byte. */
  readonly objectText: string;
  /** Whether this is a test of the endpoint. */
  readonly test?: boolean;
}

/** The body of a webhook: the same bytes for every attempt of one delivery. */
export function bodyText({ id, type, createdAt, objectText, test = false }: Enveloped): string {
  const head = JSON.stringify({ id, type, created_at: isoOf(createdAt), ...(test && { test }) });
  return `${head.slice(0, -1)},"data":{"object":${objectText}}}`;
}

/** A version change failed on the snapshot. A bug of ours, fixed by a deployment. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
}

interface Rendering {
  readonly table: Table;
  readonly server: Server;
}

/**
 * The payload of an event at a pin. At the version of its snapshot it follows from the stored event alone, whatever
 * releases come later, and is not stored. At any other pin it is rendered once and stored, so that every attempt sends
 * the same bytes. Throws `RenderError`.
 */
export async function renderedText({ table, server }: Rendering, event: OutboxEvent, pin: string): Promise<string> {
  if (pin === event.version) return textOf(event, pin, server);
  const outbox = outboxRows(table);
  return (await outbox.text(event.id, pin)) ?? outbox.keepText(event, pin, textOf(event, pin, server));
}

/** The payload that every attempt of a delivery sends. Undefined where there is no event. Throws `RenderError`. */
export async function payloadOf(
  { table, server }: Rendering,
  { outboxId, type, apiVersion }: Delivery,
): Promise<string | undefined> {
  const outbox = outboxRows(table);
  // An event at the newest version has its payload in itself; the texts at other pins are in rows of their own.
  const newest = apiVersion === NEWEST_VERSION ? await outbox.read(outboxId, type) : undefined;
  if (newest?.version === apiVersion) return textOf(newest, apiVersion, server);
  const kept = await outbox.text(outboxId, apiVersion);
  if (kept !== undefined) return kept;
  const event = newest ?? (await outbox.read(outboxId, type));
  return event && renderedText({ table, server }, event, apiVersion);
}

/** No changes to the shape: only what older versions need is taken out. */
const WITHOUT_CHANGES: typeof releases = [];

function textOf({ snapshot, version }: OutboxEvent, pin: string, server: Server): string {
  try {
    if (pin === version) return JSON.stringify(answerAsOf(pin, WITHOUT_CHANGES, snapshot, server));
    return objectTextAt(pin, snapshot, server);
  } catch (cause) {
    throw new RenderError('The snapshot could not be rendered.', { cause });
  }
}

export interface EventDetails {
  readonly attempts: readonly Attempt[];
  /** The JSON of the resource at the endpoint's version; undefined if it cannot be rendered. */
  readonly objectText: string | undefined;
}

/** The attempts of a delivery and its stored payload; rendered now if it was never sent. */
export async function detailsOf({ table, server }: Rendering, delivery: Delivery): Promise<EventDetails> {
  const { outboxId, type, apiVersion } = delivery;
  const outbox = outboxRows(table);
  const [attempts, kept, event] = await Promise.all([
    deliveryStore(table).attempts(delivery),
    outbox.text(outboxId, apiVersion),
    outbox.read(outboxId, type),
  ]);
  return { attempts, objectText: kept ?? (event && shownText(event, apiVersion, server)) };
}

/** Undefined for a snapshot that cannot be rendered: the attempts, which say so, are shown all the same. */
function shownText(event: OutboxEvent, pin: string, server: Server): string | undefined {
  try {
    return textOf(event, pin, server);
  } catch {
    return undefined;
  }
}
