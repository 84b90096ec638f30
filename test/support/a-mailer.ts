import type { MailComposer, Mailer, OutgoingMail } from '#shared/accounts/mail/ports';
import type { Recipient } from '#shared/accounts/mail/rules/mail';

/** A mail service that keeps what it accepts. `onSend` runs before and may throw, or reject the mail. */
export function aMailer(onSend: (mail: OutgoingMail) => 'rejected' | undefined = () => undefined) {
  const sent: OutgoingMail[] = [];
  const mailer: Mailer = {
    async send(mail) {
      if (onSend(mail) === 'rejected') return 'rejected';
      sent.push(mail);
      return 'sent';
    },
  };
  return { mailer, sent, addresses: () => sent.map(({ to }) => to.email) };
}

/** Composes the same short mail for these people. */
export const aComposer =
  (...recipients: readonly Recipient[]): MailComposer =>
  async () => ({
    fromName: 'Acme',
    recipients,
    write: ({ name }, unsubscribeUrl) => ({
      subject: 'News',
      html: `<p>Hello ${name ?? ''}</p>`,
      text: `Hello. ${unsubscribeUrl}`,
    }),
  });
