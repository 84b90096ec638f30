import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { MailDenied, type Mailer, MailNotAccepted, type OutgoingMail } from '#shared/accounts/mail/ports';
import { groupOf } from '#shared/accounts/mail/rules/mail';
import { headersOf, headerText, mailbox } from '#shared/accounts/mail/rules/mail-headers';

interface Needs {
  /** Must make one attempt a call (`maxAttempts: 1`): SES has no idempotency key. */
  readonly client: Pick<SESv2Client, 'send'>;
  /** The address that mail comes from, verified in SES. */
  readonly from: string;
  readonly configurationSet: string;
}

/**
 * Sends mail by Amazon SES v2, one address a call, without tracking. SES itself puts `Date` and `Message-ID` on it.
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
export const sesMailer = ({ client, from, configurationSet }: Needs): Mailer => ({
  async send(mail) {
    try {
      await client.send(new SendEmailCommand({ ConfigurationSetName: configurationSet, ...inputFor(mail, from) }));
      return 'sent';
    } catch (error) {
      const failure = failureOf(error, from);
      if (failure === 'rejected') return 'rejected';
      if (failure === 'denied') throw new MailDenied('SES takes no mail of this deployment.', { cause: error });
      throw failure === 'later' ? new MailNotAccepted('SES takes no mail for now.', { cause: error }) : error;
    }
  },
});

const inputFor = (mail: OutgoingMail, from: string) => ({
  FromEmailAddress: mailbox(mail.fromName, from),
  // The address alone: names of recipients come from calendars.
  Destination: { ToAddresses: [mail.to.email] },
  EmailTags: [
    { Name: 'kind', Value: mail.kind },
    { Name: 'workspace', Value: mail.workspaceId },
    { Name: 'recipients', Value: groupOf(mail.to) },
  ],
  Content: {
    Simple: {
      Subject: utf8(headerText(mail.subject)),
      Body: { Html: utf8(mail.html), Text: utf8(mail.text) },
      Headers: headersOf(mail.unsubscribeUrl).map(({ name, value }) => ({ Name: name, Value: value })),
    },
  },
});

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** Errors about this mail: its content, or a recipient who may not get mail while the account is in the SES sandbox. */
const ABOUT_THE_MAIL = new Set(['MessageRejected', 'BadRequestException']);
/**
 * Errors that no later attempt mends: a right, an identity or the configuration set is missing, the credentials are not
 * those of the account, or AWS has stopped its mail.
 */
const ABOUT_THE_DEPLOYMENT = new Set([
  'AccessDeniedException',
  'AccessDenied',
  'AccountSuspendedException',
  'InvalidClientTokenId',
  'MailFromDomainNotVerifiedException',
  'NotFoundException',
  'SendingPausedException',
  'UnrecognizedClientException',
]);
/** The connection was never made. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * SES answers 4xx without having taken the mail: any that is not named above is a quota. After a 5xx, and where no answer
 * arrived, it may have taken it.
 */
function failureOf(error: unknown, from: string): 'rejected' | 'denied' | 'later' | 'unknown' {
  if (!(error instanceof Error)) return 'unknown';
  if (ABOUT_THE_DEPLOYMENT.has(error.name) || isUnverified(error, from)) return 'denied';
  if (ABOUT_THE_MAIL.has(error.name)) return 'rejected';
  if ('$fault' in error && error.$fault === 'client') return 'later';
  return 'code' in error && NOT_CONNECTED.has(String(error.code)) ? 'later' : 'unknown';
}

/** SES rejects a mail as it does for its content, and names the identities that it has not verified. */
const isUnverified = ({ name, message }: Error, from: string): boolean =>
  name === 'MessageRejected' && message.includes('not verified') && message.includes(from);
