import type { WebhookSender } from '#shared/webhooks/delivery/ports';

/** A webhook sender whose receivers acknowledge every request at once, without a network. */
export const acceptingSender: WebhookSender = {
  send: async () => ({ durationMs: 1, responseStatus: 204, responseHeaders: {}, responseBody: null, error: null }),
};
