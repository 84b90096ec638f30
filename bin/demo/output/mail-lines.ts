import { styleText } from 'node:util';
import { counted, hanging } from '#bin/cli/text-layout';
import type { Stack } from '#bin/stack/stack-file';
import type { KeptMail } from '#shared/accounts/mail/local-outbox-store';

/** The subject, the recipients and where the first mail can be read. The mails of a meeting differ in their recipient. */
export function mailLines(
  columns: number,
  { app_url }: Pick<Stack, 'app_url'>,
  mails: readonly Pick<KeptMail, 'key' | 'mail'>[],
): readonly string[] {
  const [first] = mails;
  if (!first)
    return hanging('  ', `None yet: no one is invited, or it is still being sent. ${app_url}/app/outbox`, columns);
  const recipients = mails.map(({ mail }) => mail.to.email).sort();
  return [
    ...hanging('  Subject     ', first.mail.subject, columns),
    ...hanging('  To          ', recipients.join(', '), columns),
    `  Read it     ${app_url}/app/outbox/${first.key}`,
    `  ${styleText('dim', `${counted(mails.length, 'mail')}, kept in the outbox: a local stack sends none`)}`,
  ];
}
