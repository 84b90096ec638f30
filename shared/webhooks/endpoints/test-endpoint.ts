import type { CommandContext } from '#shared/commands/context';
import { type Sealer, undefinedIfUndecryptable } from '#shared/core/secrets';
import type { PUBLIC_EVENTS } from '#shared/events/rules/domain-event';
import type { Server } from '#shared/versions/version-change';
import { snapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import { bodyText, objectTextAt } from '#shared/webhooks/delivery/payload';
import type { WebhookOutcome, WebhookSender } from '#shared/webhooks/delivery/ports';
import { NOT_SENT } from '#shared/webhooks/delivery/rules/attempt';
import { sampleEvent } from '#shared/webhooks/endpoints/rules/sample-event';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { credentialsOf, type Sendable, sendSigned } from '#shared/webhooks/signing/send-signed';

interface TestContext extends Pick<CommandContext, 'clock' | 'ids' | 'useOf' | 'limitCounter'> {
  readonly sealer: Sealer;
  readonly server: Server;
  readonly sender: WebhookSender;
}

type EventType = (typeof PUBLIC_EVENTS)[number];

/** A test is counted for its workspace, signed and sent like any delivery, once, and is not stored. 429 over the limit. */
export const testEndpoint =
  (context: TestContext) =>
  async (endpoint: WebhookEndpoint, type: EventType): Promise<WebhookOutcome> => {
    const { clock, useOf, limitCounter, sender } = context;
    const use = useOf('webhook_tests', endpoint.workspaceId, clock.now());
    const [sample] = await Promise.all([sampleFor(context, endpoint, type), limitCounter.take(use)]);
    return sample === undefined ? NOT_SENT : sendSigned(sender, sample);
  };

/** Undefined if the endpoint's secret or headers do not decrypt: nothing is sent unsigned. */
async function sampleFor(
  { sealer, ids, clock, server }: TestContext,
  endpoint: WebhookEndpoint,
  type: EventType,
): Promise<Sendable | undefined> {
  const credentials = await undefinedIfUndecryptable(credentialsOf(sealer, endpoint, clock.now()));
  if (!credentials) return undefined;
  const now = clock.now();
  const id = ids.make('evt');
  const snapshot = snapshotOf(sampleEvent(type, endpoint.workspaceId, now), now);
  const objectText = objectTextAt(endpoint.pin, snapshot, server);
  const text = bodyText({ id, type, createdAt: now, objectText, test: true });
  return { id, type, url: endpoint.url, ...credentials, bodyText: text, now };
}
