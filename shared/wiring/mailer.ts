import { localOutbox } from '#shared/accounts/mail/local-outbox-store';
import type { Mailer } from '#shared/accounts/mail/ports';
import { sesMailer } from '#shared/accounts/mail/ses/ses-mailer';
import type { Table } from '#shared/foundation/core/table';
import { sesClient } from '#shared/foundation/platform/aws-clients';
import { envOr, requiredEnv } from '#shared/foundation/platform/environment';
import { keepsMail } from '#shared/wiring/keeps-mail';

/** How this deployment sends mail; undefined where it has no address that mail comes from. */
export function mailerFromEnvironment(table: Table): Mailer | undefined {
  if (keepsMail()) return localOutbox(table);
  const from = envOr('mailFrom', '');
  if (from === '') return undefined;
  return sesMailer({ client: sesClient(), from, configurationSet: requiredEnv('mailConfigurationSet') });
}
