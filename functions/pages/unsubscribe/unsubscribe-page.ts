import { html } from 'hono/html';
import type { MailKind } from '#shared/accounts/mail/rules/mail';
import { type Subscription, suppressions } from '#shared/accounts/mail/suppressions-store';
import { UNSUBSCRIBE_PATH } from '#shared/accounts/mail/unsubscribe-links';
import { workspaces } from '#shared/accounts/workspaces/store';
import { type Markup, notice } from '#shared/api/page-kit/components';
import { PageError } from '#shared/api/page-kit/page-error';
import type { PageContext, PageHandler } from '#shared/api/page-kit/page-kit';
import { renderPage } from '#shared/api/page-kit/render';
import type { Clock } from '#shared/foundation/core/clock';
import type { Table } from '#shared/foundation/core/table';

interface Dependencies {
  readonly table: Table;
  readonly clock: Clock;
  readonly readToken: (token: string) => Promise<Subscription | undefined>;
}

type UnsubscribePage = PageHandler<Dependencies>;

/** GET /unsubscribe: asks first, since mail scanners open every link. */
export const confirmPage: UnsubscribePage = async (context, c) => {
  const { subscription, token } = await subscriptionIn(context, c);
  return renderPage(c, {
    title: 'Unsubscribe',
    main: html`<p>Once you unsubscribe, your address gets no more ${await describe(context, subscription)}.</p>
<form method="post" action="${UNSUBSCRIBE_PATH}?token=${token}"><p class="actions"><button>Unsubscribe</button></p></form>`,
  });
};

/** POST /unsubscribe: the button of the page, or one click in a mail client, whose body says nothing more. */
export const unsubscribe: UnsubscribePage = async (context, c) => {
  const { subscription } = await subscriptionIn(context, c);
  await suppressions(context.table).unsubscribe(subscription, context.clock.now());
  return renderPage(c, {
    title: 'You are unsubscribed',
    main: notice('done', html`Your address gets no more ${await describe(context, subscription)}.`),
  });
};

async function subscriptionIn({ readToken }: Dependencies, c: PageContext) {
  const token = c.req.query('token') ?? '';
  const subscription = await readToken(token);
  if (subscription) return { token, subscription };
  throw new PageError({
    status: 404,
    title: 'This link does not work',
    message: 'It may be cut off. Open it again from the mail, or copy the whole of it.',
  });
}

const KINDS: Readonly<Record<MailKind, string>> = {
  summary: 'meeting summaries',
  operational: 'mail about webhook endpoints',
  invitation: 'invitations',
};

/** Names the workspace while it is there: the link works for longer. */
async function describe({ table }: Dependencies, { workspaceId, kind }: Subscription): Promise<Markup> {
  const workspace = await workspaces.find(table, workspaceId);
  return workspace ? html`${KINDS[kind]} of <strong><bdi>${workspace.state.name}</bdi></strong>` : html`${KINDS[kind]}`;
}
