import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { TimeScale } from '#shared/foundation/core/clock';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { EndpointEventType } from '#shared/foundation/events/rules/operational-event';
import { findStreak, removeStreak, reportStreak } from '#shared/webhooks/endpoints/failure-streak-store';
import { closingJobs } from '#shared/webhooks/endpoints/rules/close-endpoint';
import {
  disableFailing,
  isFailing,
  isToBeDisabled,
  recover,
  startFailing,
} from '#shared/webhooks/endpoints/rules/endpoint-health';
import { ownerMailJobs } from '#shared/webhooks/endpoints/rules/owner-mail';
import { type WebhookEndpoint, withSubscription } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';

/** Reports an endpoint as failing, once for each streak of failures. Nothing where it is not, or is reported already. */
export const reportFailing = command(async (context, id: WebhookEndpointId, timeScale: TimeScale): Promise<void> => {
  const [found, streak] = await Promise.all([findWithWorkspace(context.table, id), findStreak(context.table, id)]);
  const at = context.clock.now();
  if (!found || !streak || found.endpoint.state.failingSince !== null || !isFailing(streak, at, timeScale)) return;
  const after = startFailing(found.endpoint.state, streak);
  await save(context, { ...found, after, at, type: 'webhook_endpoint.failing', also: [reportStreak(id, streak)] });
});

/** Reports that a failing endpoint has acknowledged an event. Nothing where it is not failing. */
export const reportRecovered = command(async (context, id: WebhookEndpointId): Promise<void> => {
  const found = await findWithWorkspace(context.table, id);
  if (!found || found.endpoint.state.failingSince === null) return;
  const [after, at] = [recover(found.endpoint.state), context.clock.now()];
  await save(context, { ...found, after, at, type: 'webhook_endpoint.recovered', also: [removeStreak(id)] });
});

/** Disables an endpoint that has been failing for as long as its owner allows. Nothing where it has not. */
export const disableFailingEndpoint = command(
  async (context, id: WebhookEndpointId, timeScale: TimeScale): Promise<void> => {
    const found = await findWithWorkspace(context.table, id);
    const at = context.clock.now();
    if (!found || !isToBeDisabled(found.endpoint.state, at, timeScale)) return;
    const after = { ...disableFailing(found.endpoint.state), updatedAt: at };
    const { workspace } = found;
    const also = [workspaces.put(workspace, withSubscription(workspace.state, after))];
    await save(context, { ...found, after, at, type: 'webhook_endpoint.disabled', also });
  },
);

interface Found {
  readonly endpoint: Loaded<WebhookEndpoint>;
  readonly workspace: Loaded<Workspace>;
}

async function findWithWorkspace(table: Table, id: WebhookEndpointId): Promise<Found | undefined> {
  const endpoint = await webhookEndpoints.find(table, id);
  const workspace = endpoint && (await workspaces.find(table, endpoint.state.workspaceId));
  return endpoint && workspace && { endpoint, workspace };
}

interface Report extends Found {
  readonly after: WebhookEndpoint;
  readonly at: Instant;
  readonly type: EndpointEventType;
  readonly also: readonly (readonly Write[])[];
}

const save = ({ changes }: CommandContext, { endpoint, workspace, after, at, type, also }: Report): Promise<void> =>
  changes.save({
    at,
    writes: [webhookEndpoints.put(endpoint, after), ...also],
    events: [{ type, endpoint: after }],
    subscriptions: workspace.state.endpoints,
    jobs: [...closingJobs(endpoint.state, after, at), ...ownerMailJobs(type, after, at)],
  });
