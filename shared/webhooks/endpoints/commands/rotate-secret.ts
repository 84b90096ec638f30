import type { ChangeStore, Changes } from '#shared/commands/changes';
import { type Keep, keepNothing } from '#shared/commands/idempotency-records';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import { rotated } from '#shared/webhooks/endpoints/rules/rotate-secret';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** Puts the sealed secret before those in force. Nothing that the workspace notes of it changes. */
export const rotateSecret =
  ({ endpoints, changes, clock, backoff }: Needs) =>
  (
    read: Loaded<WebhookEndpoint>,
    sealed: string,
    keep: Keep<WebhookEndpoint> = keepNothing,
  ): Promise<WebhookEndpoint> =>
    withRetry({ backoff }, async (round) => {
      const before = round === 0 ? read : await endpoints.find(read.state.id);
      if (!before) throw notFound('webhook endpoint');
      const at = clock.now();
      const after = rotated(before.state, sealed, at);
      await changes.save({ at, webhookEndpoints: [{ before, after }], answer: await keep(after) } satisfies Changes);
      return after;
    });
