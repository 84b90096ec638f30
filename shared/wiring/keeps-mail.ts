import { envOr } from '#shared/foundation/platform/environment';

/** Whether mail is kept for the page `/app/outbox` instead of being sent: on local stacks. */
export const keepsMail = (): boolean => envOr('mailOutbox', 'false') === 'true';

/** Whether mail reaches anyone: it is sent from an address of the deployment, or kept. */
export const sendsMail = (): boolean => keepsMail() || envOr('mailFrom', '') !== '';
