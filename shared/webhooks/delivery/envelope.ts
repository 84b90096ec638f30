import type { DeliveryId } from '#shared/core/ids';
import { type Instant, isoOf } from '#shared/core/time';
import { answerAsOf } from '#shared/versions/chain';
import { releases } from '#shared/versions/releases';
import type { Server } from '#shared/versions/version-change';

/** The JSON of an event's resource at one version pin. Rendered once and stored; it is never serialised again. */
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
