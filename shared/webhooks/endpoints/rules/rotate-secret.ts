import { conflict } from '#shared/core/refusal';
import { DAY_MS, type Instant, later } from '#shared/core/time';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

/** How long the old secret goes on signing beside the new one (decisions.md §10). */
export const OLD_SECRET_MS = DAY_MS;
/** Each one is a signature more in one header, and a call of the key service before a send. */
const MOST_SECRETS = 5;

/** The new secret first; those before it keep what they were promised, and what has run out is dropped. */
export function rotated(endpoint: WebhookEndpoint, sealed: string, now: Instant): WebhookEndpoint {
  const inForce = endpoint.sealedSecrets.filter(({ until }) => until === null || until > now);
  if (inForce.length >= MOST_SECRETS)
    throw conflict(`${MOST_SECRETS} secrets of this endpoint are in force: wait until the oldest has run out.`);
  const older = inForce.map((one) => ({ ...one, until: one.until ?? later(now, OLD_SECRET_MS) }));
  return { ...endpoint, sealedSecrets: [{ sealed, until: null }, ...older], updatedAt: now };
}
