import type { WebhookEvent } from '../generated/types.gen.js';
import type { Command } from './program.js';

export const listEvents: Command = {
  usage: 'events list [--workspace ID]',
  summary: 'Lists the last webhook events of a workspace, newest first.',
  run: async ({ api, workspace }) =>
    (await (await api()).listWebhookEvents({ query: { workspace_id: await workspace(), limit: 100 } })).data,
  text: (events: readonly WebhookEvent[]) =>
    events.map(({ id, created_at, type, delivery_status }) => [id, created_at, type, delivery_status].join('  ')),
};

export const resendEvent: Command = {
  usage: 'events resend ID',
  summary: 'Delivers a webhook event once more.',
  positionals: 1,
  run: async ({ api, positionals: [id = ''] }) => (await api()).redeliverWebhookEvent({ path: { id } }),
  text: ({ id, url }: WebhookEvent) => [`${id} is sent to ${url}`],
};
