import { html } from 'hono/html';
import type { createConnectLink } from '#shared/calendars/consent/commands/create-connect-link';
import { addressOf } from '#shared/calendars/consent/rules/connect-link';
import { conflict } from '#shared/core/refusal';
import type { MemberStore } from '#shared/events/ports/stores';
import type { PageContext } from '#shared/page-kit/page-kit';
import { copyable, linkButton, moment } from '#shared/page-kit/parts';
import { PROVIDER_NAMES } from '#shared/page-kit/provider-names';
import { pathOf, showIn } from '../frame.ts';
import { nameOf } from './connection-words.ts';
import { connectionInHand, type OneNeeds } from './one-connection.ts';

interface Needs extends OneNeeds {
  readonly members: MemberStore;
  readonly createLink: ReturnType<typeof createConnectLink>;
}

/**
 * POST /app/workspaces/{workspace}/connections/{connection}/reconnect: a connect link for its member and provider. It
 * stands in the answer alone, since of its secret only a digest is kept; another press makes another link.
 */
export const makeReconnectLink = (needs: Needs) => async (c: PageContext) => {
  const { place, connection } = await connectionInHand(needs, c);
  const { memberId, provider, accountEmail, status, workspaceId } = connection.state;
  if (status === 'disconnected')
    throw conflict('This calendar was disconnected for good: a new consent makes a new connection.');
  const [{ link, secret }, member] = await Promise.all([
    needs.createLink(workspaceId, { ...OF_OUR_OWN, whose: { memberId }, provider }),
    needs.members.find(memberId),
  ]);
  return showIn(c, place, 'connections', {
    title: 'A reconnect link',
    above: [[pathOf(place, 'connections'), 'Calendars']],
    main: html`<p>Send it to <strong>${nameOf(member?.state)}</strong>, who signs in to ${PROVIDER_NAMES[provider]} as <strong>${accountEmail}</strong> and consents. The connection keeps its id, and its meetings arrive again.</p>
${copyable('link', addressOf(c.var.kit.appUrl, link.id, secret), 'the link')}
<p class="hint">It works for one connection, until ${moment(link.expiresAt)}. Whoever has it can connect a calendar as this member: send it to nobody else.</p>
<p>${linkButton(pathOf(place, 'connections'), 'Back to the calendars')}</p>`,
  });
};

/** Any account of the member heals; the person stays on our pages. */
const OF_OUR_OWN = { emailMatch: 'any', returnUrl: null, state: null, returnNamesMember: true, metadata: {} } as const;
