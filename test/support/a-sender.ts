import type { WebhookSender } from '#shared/webhooks/delivery/ports/webhook-sender';

/** A receiver that takes whatever it is sent, at once and without a network. */
export const takesEverything: WebhookSender = {
  send: async () => ({ durationMs: 1, responseStatus: 204, responseHeaders: {}, responseBody: null, error: null }),
};
