import type { DeliveryId } from '#shared/core/ids';
import { type Instant, isoOf } from '#shared/core/time';
import { answerAsOf } from '#shared/versions/chain';
import { releases } from '#shared/versions/releases';
import type { Server } from '#shared/versions/version-change';

/** The text of an event's resource at one pin. Made once, then kept: what is sent is never serialised again. */
export const objectTextAt = (pin: string, snapshot: unknown, server: Server): string =>
  JSON.stringify(answerAsOf(pin, releases, snapshot, server));

interface Enveloped {
  readonly id: DeliveryId;
  readonly type: string;
  readonly createdAt: Instant;
  /** As kept, taken over character by character. */
  readonly objectText: string;
  /** Sent because somebody asked for a test. */
  readonly test?: boolean;
}

/** The body of a webhook: the same text for every attempt of one delivery. */
export function bodyText({ id, type, createdAt, objectText, test = false }: Enveloped): string {
  const head = JSON.stringify({ id, type, created_at: isoOf(createdAt), ...(test && { test }) });
  return `${head.slice(0, -1)},"data":{"object":${objectText}}}`;
}
