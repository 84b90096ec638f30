import { founderOf, type Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { CommandContext } from '#shared/foundation/commands/context';
import { requireUses } from '#shared/foundation/commands/take-uses';
import { type Sealer, undefinedIfUndecryptable } from '#shared/foundation/core/secrets';
import { sharedUses } from '#shared/foundation/core/uses';
import type { EventTypes } from '#shared/foundation/events/rules/domain-event';
import type { Server } from '#shared/foundation/versions/version-change';
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

/**
 * A test is counted for its workspace and for the user who founded it, signed and sent like any delivery, once, and is not
 * stored. 429 over a limit: a request waits for the receiver, and all tenants' requests share what waits at once.
 */
export const testEndpoint =
  (context: TestContext) =>
  async (endpoint: WebhookEndpoint, workspace: Workspace, type: keyof EventTypes): Promise<WebhookOutcome> => {
    const { clock, useOf, sender } = context;
    const now = clock.now();
    const founded = { workspaceId: endpoint.workspaceId, founderId: founderOf(workspace) };
    const uses = sharedUses(useOf, 'webhook_tests', founded, now);
    const [sample] = await Promise.all([sampleFor(context, endpoint, type), requireUses(context, uses)]);
    return sample === undefined ? NOT_SENT : sendSigned(sender, sample);
  };

/** Undefined if the endpoint's secret or headers do not decrypt: nothing is sent unsigned. */
async function sampleFor(
  { sealer, ids, clock, server }: TestContext,
  endpoint: WebhookEndpoint,
  type: keyof EventTypes,
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
