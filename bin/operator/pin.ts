import { randomBytes } from 'node:crypto';
import { CliError } from '#bin/cli/cli-error';
import { command } from '#bin/cli/command';
import { optional, required } from '#bin/cli/options';
import { choice, id } from '#bin/cli/value-types';
import { STAGE_HELP, stageOptions, withTable } from '#bin/operator/stage';
import { auditingOperator } from '#shared/commands/auditing';
import type { UserId, WebhookEndpointId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import { userKey } from '#shared/identity/credentials-store';
import { movePin as setPin, users } from '#shared/identity/store';
import { fullJitter, systemClock } from '#shared/platform/system-clock';
import { BASE_VERSION, releases } from '#shared/versions/releases';
import { moveEndpointPin } from '#shared/webhooks/endpoints/commands/save-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { commandContext } from '#shared/wiring/command-context';

/** Only released versions: a date between two of them would change its meaning with a release on that date. */
const VERSIONS = [BASE_VERSION, ...releases.map(({ date }) => date).reverse()];

/** npm run pin: changes the API version of a key or a webhook endpoint, in any stage. */
export const pin = command({
  name: 'npm run pin',
  description: `Changes the API version that an API key or a webhook endpoint is pinned to. ${STAGE_HELP}`,
  options: {
    key: optional(id('usr'), 'id of the user whose API key is pinned'),
    endpoint: optional(id('whe'), 'id of the webhook endpoint'),
    to: required(choice(...VERSIONS), 'API version to pin to'),
    ...stageOptions,
  },
  run: async ({ to, ...options }) => {
    const target = pinTarget(options);
    console.log(await withTable(options, (table) => movePin(table, target, to)));
  },
});

export type PinTarget = { readonly key: UserId } | { readonly endpoint: WebhookEndpointId };

interface TargetOptions {
  readonly key: UserId | undefined;
  readonly endpoint: WebhookEndpointId | undefined;
}

/** The key or the endpoint of the options, which name exactly one. */
export function pinTarget({ key, endpoint }: TargetOptions): PinTarget {
  if (key !== undefined && endpoint === undefined) return { key };
  if (endpoint !== undefined && key === undefined) return { endpoint };
  throw new CliError('Either --key or --endpoint is required');
}

/** Changes a pin, and answers a sentence with the version before. Throws a CliError for an unknown id. */
export const movePin = (table: Table, target: PinTarget, to: string): Promise<string> =>
  'key' in target ? moveKeyPin(table, target.key, to) : moveEndpoint(table, target.endpoint, to);

async function moveKeyPin(table: Table, user: UserId, to: string): Promise<string> {
  const [before, found] = await Promise.all([userKey(table, user), users.find(table, user)]);
  if (!before || !(await setPin(table, user, to))) throw new CliError(`There is no user ${user}`);
  const email = found?.state.email ?? 'no email';
  return `The key of ${user} (${email}) is pinned to ${to}; it was ${before.pin ?? 'not pinned yet'}.`;
}

async function moveEndpoint(table: Table, endpoint: WebhookEndpointId, to: string): Promise<string> {
  const before = (await webhookEndpoints.find(table, endpoint))?.state;
  if (!before) throw new CliError(`There is no webhook endpoint ${endpoint}`);
  const context = commandContext({ table, clock: systemClock, backoff: fullJitter, randomBytes });
  const target = { workspaceId: before.workspaceId, targetId: endpoint };
  await moveEndpointPin(auditingOperator(context, 'webhook_endpoint.updated', target))(endpoint, to);
  return `The webhook endpoint ${endpoint} (${before.url}) is pinned to ${to}; it was ${before.pin}.`;
}
