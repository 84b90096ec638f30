import { html } from 'hono/html';
import type { KeptMail } from '#shared/accounts/mail/local-outbox-store';
import { headersOf, mailbox } from '#shared/accounts/mail/rules/mail-headers';
import { dateTime, descriptionList, table } from '#shared/api/page-kit/components';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { renderPage } from '#shared/api/page-kit/render';
import { FRAMED_HEADERS } from '#shared/api/page-kit/security-headers';
import { notFound } from '#shared/foundation/core/refusal';
import type { AppDependencies, AppPage } from '../dependencies.ts';

/** GET /app/outbox: the mail of a local stack, which is kept instead of sent, newest first. */
export const outboxPage: AppPage = async ({ keptMail }, c) =>
  renderPage(c, {
    title: 'Outbox',
    wide: true,
    lead: 'A local stack sends no mail. What it would have sent is here for a week.',
    breadcrumbs: [['/app', 'Workspaces']],
    main: table({
      caption: 'The newest hundred mails',
      columns: ['Subject', 'To', 'Kind', 'Sent'],
      rows: (await keptMail.list()).map(({ key, at, mail }) => [
        html`<a href="/app/outbox/${key}"><bdi>${mail.subject}</bdi></a>`,
        mail.to.email,
        mail.kind,
        dateTime(at, { withSeconds: true }),
      ]),
      empty: 'No mail yet.',
    }),
  });

/** GET /app/outbox/{mail}: its headers, its HTML in a sandboxed frame, and its text. */
export const mailPage: AppPage = async (app, c) => {
  const { key, at, mail } = await findMail(app, c);
  return renderPage(c, {
    title: mail.subject,
    wide: true,
    breadcrumbs: [
      ['/app', 'Workspaces'],
      ['/app/outbox', 'Outbox'],
    ],
    frameSrc: ["'self'"],
    main: html`${descriptionList([
      ['From', mailbox(mail.fromName, 'the address of the deployment')],
      ['To', mail.to.email],
      ['Sent', dateTime(at, { withSeconds: true })],
      ['Kind', mail.kind],
      ...headersOf(mail.unsubscribeUrl).map(({ name, value }) => [name, html`<code>${value}</code>`] as const),
    ])}
<p><a href="${mail.unsubscribeUrl}">Unsubscribe</a> as the recipient.</p>
<h2>HTML</h2>
<iframe class="mail" sandbox src="/app/outbox/${key}/html" title="The mail as HTML"></iframe>
<h2>Text</h2>
<pre>${mail.text}</pre>`,
  });
};

/** GET /app/outbox/{mail}/html: the document in the frame. */
export const mailDocument: AppPage = async (app, c) => {
  const { mail } = await findMail(app, c);
  c.set('framedHeaders', FRAMED_HEADERS);
  return c.body(mail.html, 200, { 'content-type': 'text/html; charset=utf-8' });
};

async function findMail({ keptMail }: AppDependencies, c: PageContext): Promise<KeptMail> {
  const found = await keptMail.find(c.req.param('mail') ?? '');
  if (!found) throw notFound('mail');
  return found;
}
