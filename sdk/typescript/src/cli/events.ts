import type { WebhookEvent } from '../generated/types.gen.js';
import { type Command, linesOr, WORKSPACE } from './program.js';

export const listEvents: Command = {
  summary: 'Lists the last webhook events of a workspace, newest first, at most a hundred.',
  options: WORKSPACE,
  run: async ({ api, workspace }) =>
    (await (await api()).listWebhookEvents({ query: { workspace_id: await workspace(), limit: 100 } })).data,
  text: (events: readonly WebhookEvent[]) =>
    linesOr('No webhook events: there are some once the workspace has a webhook endpoint.', events, (event) =>
      [event.id, event.created_at, event.type, event.delivery_status].join('  '),
    ),
};

export const resendEvent: Command = {
  summary: 'Delivers a webhook event once more.',
  argument: { name: 'ID', help: 'the id of the event, evt_…' },
  run: async ({ api, positionals: [id = ''] }) => (await api()).redeliverWebhookEvent({ path: { id } }),
  text: ({ id, url }: WebhookEvent) => [`${id} is sent to ${url} again`],
};
