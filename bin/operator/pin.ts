import { CliError } from '#bin/cli/cli-error';
import { optional, required } from '#bin/cli/options';
import { choice, id } from '#bin/cli/value-types';
import { operatorCommand } from '#bin/operator/operator-command';
import { personType, userIdOf } from '#bin/operator/person';
import { withStage } from '#bin/operator/stage';
import { moveKeyVersion } from '#shared/accounts/identity/commands/replace-key';
import { storedKey } from '#shared/accounts/identity/credentials-store';
import { users } from '#shared/accounts/identity/store';
import { auditingOperator } from '#shared/foundation/commands/auditing';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { BASE_VERSION, releases } from '#shared/foundation/versions/releases';
import { moveEndpointPin } from '#shared/webhooks/endpoints/commands/save-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';

/** Only released versions: a date between two of them would change its meaning with a release on that date. */
const VERSIONS = [BASE_VERSION, ...releases.map(({ date }) => date).reverse()];

/** npm run ops -- pin: changes the API version of a key or a webhook endpoint, in any stage. */
export const pin = operatorCommand({
  name: 'pin',
  description: `Changes the API version that an API key or a webhook endpoint is pinned to.`,
  options: {
    key: optional(personType, 'user whose API key is pinned'),
    endpoint: optional(id('whe'), 'id of the webhook endpoint'),
    to: required(choice(...VERSIONS), 'API version to pin to'),
  },
  run: async ({ to, ...options }) => {
    const target = pinTarget(options);
    return withStage(options, ({ context }) => movePin(context, target, to));
  },
});

export type PinTarget = { readonly key: string } | { readonly endpoint: WebhookEndpointId };

interface TargetOptions {
  readonly key: string | undefined;
  readonly endpoint: WebhookEndpointId | undefined;
}

/** The key or the endpoint of the options, which name exactly one. */
export function pinTarget({ key, endpoint }: TargetOptions): PinTarget {
  if (key !== undefined && endpoint === undefined) return { key };
  if (endpoint !== undefined && key === undefined) return { endpoint };
  throw new CliError('Either --key or --endpoint is required');
}

/** Changes a pin, and answers a sentence with the version before. Throws a CliError for an unknown id. */
export const movePin = (context: CommandContext, target: PinTarget, to: string): Promise<string> =>
  'key' in target ? moveKeyPin(context, target.key, to) : moveEndpoint(context, target.endpoint, to);

async function moveKeyPin(context: CommandContext, person: string, to: string): Promise<string> {
  const { table } = context;
  const user = await userIdOf(table, person);
  const [before, found] = await Promise.all([storedKey(table, user), users.find(table, user)]);
  if (!found) throw new CliError(`There is no user ${user}`);
  if (!before || !(await moveKeyVersion(context)(user, to))) throw new CliError(`The user ${user} has no key`);
  const { pin } = before.key;
  return `The key of ${user} (${found.state.email}) is pinned to ${to}; it was ${pin ?? 'not pinned yet'}.`;
}

async function moveEndpoint(context: CommandContext, endpoint: WebhookEndpointId, to: string): Promise<string> {
  const before = (await webhookEndpoints.find(context.table, endpoint))?.state;
  if (!before) throw new CliError(`There is no webhook endpoint ${endpoint}`);
  const target = { workspaceId: before.workspaceId, targetId: endpoint };
  await moveEndpointPin(auditingOperator(context, 'webhook_endpoint.updated', target))(endpoint, to);
  return `The webhook endpoint ${endpoint} (${before.url}) is pinned to ${to}; it was ${before.pin}.`;
}
