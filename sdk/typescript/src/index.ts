export { ConnectionError, RapporteurError } from './errors.js';
export type * from './generated/former-names.js';
export type * from './generated/types.gen.js';
export { API_VERSION } from './generated/version.js';
export { Rapporteur, type RapporteurOptions } from './rapporteur.js';
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhooks.js';
