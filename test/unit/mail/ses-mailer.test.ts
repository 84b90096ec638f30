import { SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { MailDenied, MailNotAccepted, type OutgoingMail } from '#shared/accounts/mail/ports';
import { sesMailer } from '#shared/accounts/mail/ses/ses-mailer';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const WORKSPACE = 'wks_00000000000000000000000000' as WorkspaceId;
const mail: OutgoingMail = {
  id: 'mtg_1#MAIL#summary#hash',
  kind: 'summary',
  workspaceId: WORKSPACE,
  to: { email: 'ada@example.com', name: 'Ada\r\nBcc: eve@example.com' },
  fromName: 'Acme',
  subject: 'Weekly\r\nBcc: eve@example.com',
  html: '<p>Größe</p>',
  text: 'Größe',
  unsubscribeUrl: 'https://app.example.test/unsubscribe?token=t',
};

/** SES that takes every mail, or refuses each with an error. */
function anSes(error?: object) {
  const client = new SESv2Client({ region: 'eu-central-1' });
  const ses = mockClient(client);
  if (error) ses.rejects(Object.assign(new Error('Details of the account.'), error));
  else ses.resolves({ MessageId: '1' });
  return {
    inputs: () => ses.calls().map(({ args: [command] }) => command.input),
    mailer: sesMailer({ client, from: 'no-reply@acme.test', configurationSet: 'rapporteur-test-mail' }),
  };
}

describe('a mail by SES', () => {
  it('is tagged as one to strangers, so that their bounces are counted apart', async () => {
    const { inputs, mailer } = anSes();

    await mailer.send({ ...mail, to: { ...mail.to, isStranger: true } }, noon);

    expect(inputs()).toMatchObject([
      { EmailTags: expect.arrayContaining([{ Name: 'recipients', Value: 'strangers' }]) },
    ]);
  });

  it('has the content, the configuration set, tags, and headers for one-click unsubscription', async () => {
    const { inputs, mailer } = anSes();

    expect(await mailer.send(mail, noon)).toBe('sent');

    expect(inputs()).toEqual([
      {
        ConfigurationSetName: 'rapporteur-test-mail',
        FromEmailAddress: '"Acme" <no-reply@acme.test>',
        Destination: { ToAddresses: ['ada@example.com'] },
        EmailTags: [
          { Name: 'kind', Value: 'summary' },
          { Name: 'workspace', Value: WORKSPACE },
          { Name: 'recipients', Value: 'members' },
        ],
        Content: {
          Simple: {
            Subject: { Data: 'Weekly Bcc: eve@example.com', Charset: 'UTF-8' },
            Body: {
              Html: { Data: '<p>Größe</p>', Charset: 'UTF-8' },
              Text: { Data: 'Größe', Charset: 'UTF-8' },
            },
            Headers: [
              { Name: 'List-Unsubscribe', Value: '<https://app.example.test/unsubscribe?token=t>' },
              { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
              { Name: 'Auto-Submitted', Value: 'auto-generated' },
            ],
          },
        },
      },
    ]);
  });

  it.each(['MessageRejected', 'BadRequestException'])('is rejected after %s', async (name) => {
    expect(await anSes({ name, $fault: 'client' }).mailer.send(mail, noon)).toBe('rejected');
  });

  it.each([
    { name: 'TooManyRequestsException', $fault: 'client' },
    { name: 'LimitExceededException', $fault: 'client' },
    { code: 'ECONNREFUSED' },
    { code: 'ENOTFOUND' },
  ])('was not accepted, but may be later, after %o', async (error) => {
    await expect(anSes(error).mailer.send(mail, noon)).rejects.toBeInstanceOf(MailNotAccepted);
  });

  it.each([
    'AccessDeniedException',
    'AccountSuspendedException',
    'SendingPausedException',
    'MailFromDomainNotVerifiedException',
    'NotFoundException',
    'UnrecognizedClientException',
  ])('is denied, since no later attempt would be accepted, after %s', async (name) => {
    await expect(anSes({ name, $fault: 'client' }).mailer.send(mail, noon)).rejects.toBeInstanceOf(MailDenied);
  });

  it.each([
    ['denied', 'the sender', 'no-reply@acme.test'],
    ['rejected', 'the recipient', 'ada@example.com'],
  ])('is %s where SES has not verified %s', async (outcome, _whose, address) => {
    const message = `Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: ${address}`;
    const sending = anSes({ name: 'MessageRejected', $fault: 'client', message }).mailer.send(mail, noon);

    const found = await sending.catch((error: unknown) => error instanceof MailDenied && 'denied');

    expect(found).toBe(outcome);
  });

  it.each([{ name: 'InternalFailure', $fault: 'server' }, { name: 'TimeoutError' }, { code: 'ECONNRESET' }])(
    'may have been sent after %o',
    async (error) => {
      const sending = anSes(error).mailer.send(mail, noon);

      await expect(sending).rejects.toThrow('Details of the account.');
      await expect(sending).rejects.not.toBeInstanceOf(MailNotAccepted);
    },
  );
});
