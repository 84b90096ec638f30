import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { Patience } from '#shared/core/patience';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { ChangeStore, Changes } from '#shared/events/ports/changes';
import { type Keep, keepNothing } from '#shared/events/ports/kept-answers';
import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import { rotated } from '#shared/webhooks/endpoints/rules/rotate-secret';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** Puts the sealed secret before those in force. Nothing that the workspace notes of it changes. */
export const rotateSecret =
  ({ endpoints, changes, clock, patience }: Needs) =>
  (
    read: Loaded<WebhookEndpoint>,
    sealed: string,
    keep: Keep<WebhookEndpoint> = keepNothing,
  ): Promise<WebhookEndpoint> =>
    againAfterLostRace(patience, async (round) => {
      const before = round === 0 ? read : await endpoints.find(read.state.id);
      if (!before) throw notFound('webhook endpoint');
      const at = clock.now();
      const after = rotated(before.state, sealed, at);
      await changes.save({ at, webhookEndpoints: [{ before, after }], answer: await keep(after) } satisfies Changes);
      return after;
    });
