import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import { notFound } from '#shared/domain/refusal';
import { rotated } from '#shared/domain/webhooks/rotate-secret';
import type { WebhookEndpoint } from '#shared/domain/webhooks/webhook-endpoint';
import type { ChangeStore, Changes, Loaded } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import { type Keep, keepNothing } from '#shared/ports/kept-answers';
import type { Patience } from '#shared/ports/patience';
import type { WebhookEndpointStore } from '#shared/ports/stores';

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
