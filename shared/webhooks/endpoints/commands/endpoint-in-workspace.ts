import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Changes } from '#shared/events/ports/changes';
import type { WebhookEndpointStore, WorkspaceStore } from '#shared/events/ports/stores';
import { noteOf, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import type { Workspace } from '#shared/workspaces/rules/workspace';

/** An endpoint with the workspace that keeps a note of it: they change in one transaction. */
export interface EndpointRead {
  readonly endpoint: Loaded<WebhookEndpoint>;
  readonly workspace: Loaded<Workspace>;
}

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly workspaces: WorkspaceStore;
}

/** After a lost race; what somebody else deleted meanwhile is not there any more. */
export async function readEndpointAgain({ endpoints, workspaces }: Needs, read: EndpointRead): Promise<EndpointRead> {
  const [endpoint, workspace] = await Promise.all([
    endpoints.find(read.endpoint.state.id),
    workspaces.find(read.workspace.state.id),
  ]);
  if (!endpoint || !workspace) throw notFound('webhook endpoint');
  return { endpoint, workspace };
}

/** The endpoint as it is to be, and its note, in the place where it was. */
export function withNote({ endpoint, workspace }: EndpointRead, after: WebhookEndpoint): Omit<Changes, 'at'> {
  const endpoints = workspace.state.endpoints.map((note) => (note.id === after.id ? noteOf(after) : note));
  return {
    workspaces: [{ before: workspace, after: { ...workspace.state, endpoints } }],
    webhookEndpoints: [{ before: endpoint, after }],
  };
}
