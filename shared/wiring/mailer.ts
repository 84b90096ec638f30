import type { Table } from '#shared/core/table';
import { localOutbox } from '#shared/mail/local-outbox-store';
import type { Mailer } from '#shared/mail/ports';
import { sesMailer } from '#shared/mail/ses/ses-mailer';
import { sesClient } from '#shared/platform/aws-clients';
import { envOr, requiredEnv } from '#shared/platform/environment';
import { keepsMail } from '#shared/wiring/keeps-mail';

/** How this deployment sends mail; undefined where it has no address that mail comes from. */
export function mailerFromEnvironment(table: Table): Mailer | undefined {
  if (keepsMail()) return localOutbox(table);
  const from = envOr('mailFrom', '');
  if (from === '') return undefined;
  return sesMailer({ client: sesClient(), from, configurationSet: requiredEnv('mailConfigurationSet') });
}
