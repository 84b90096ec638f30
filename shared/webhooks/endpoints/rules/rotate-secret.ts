import { conflict } from '#shared/core/refusal';
import { DAY_MS, type Instant, later } from '#shared/core/time';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

/** How long the old secret signs beside the new one after a rotation: docs/limits-and-rules.md#webhooks. */
export const OLD_SECRET_MS = DAY_MS;
/** Each secret is one more signature in a header, and one more KMS call before a request. */
const MOST_SECRETS = 5;

/** The new secret first; older ones keep their end, and expired ones are dropped. */
export function rotated(endpoint: WebhookEndpoint, sealed: string, now: Instant): WebhookEndpoint {
  const inForce = endpoint.sealedSecrets.filter(({ until }) => until === null || until > now);
  if (inForce.length >= MOST_SECRETS)
    throw conflict(`This endpoint has ${MOST_SECRETS} valid secrets, the maximum: wait until the oldest expires.`);
  const older = inForce.map((one) => ({ ...one, until: one.until ?? later(now, OLD_SECRET_MS) }));
  return { ...endpoint, sealedSecrets: [{ sealed, until: null }, ...older], updatedAt: now };
}
