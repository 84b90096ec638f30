import { html } from 'hono/html';
import {
  type DisconnectNeeds,
  type disconnectCalendar,
  readConnection,
} from '#shared/calendars/connections/commands/disconnect-calendar';
import { form } from '#shared/page-kit/forms';
import type { PageContext } from '#shared/page-kit/page-kit';
import { linkButton } from '#shared/page-kit/parts';
import { PROVIDER_NAMES } from '#shared/page-kit/provider-names';
import { pathOf, showIn } from '../frame.ts';
import { connectionInHand, type OneNeeds } from './one-connection.ts';

/** GET /app/workspaces/{workspace}/connections/{connection}/disconnect: what it means, before it is done. */
export const askToDisconnect = (needs: OneNeeds) => async (c: PageContext) => {
  const { place, connection } = await connectionInHand(needs, c);
  const { accountEmail, provider, status } = connection.state;
  const back = pathOf(place, 'connections');
  if (status === 'disconnected') return c.redirect(back, 303);
  return showIn(c, place, 'connections', {
    title: `Disconnect ${accountEmail}?`,
    above: [[back, 'Calendars']],
    main: html`<p>This is for good; the owner of this ${PROVIDER_NAMES[provider]} account can connect it anew at any time.</p>
<ul>
<li>Its meetings arrive no more, and those that are still to come are cancelled, with their notetakers. A meeting that another member's calendar carries goes on.</li>
<li>Past meetings, recordings and the member stay.</li>
<li>Your webhook endpoints are told.</li>
</ul>
${form(c, { action: c.req.path, submit: 'Disconnect it', danger: true, also: linkButton(back, 'Keep it') })}`,
  });
};

interface Needs extends OneNeeds, DisconnectNeeds {
  readonly disconnect: ReturnType<typeof disconnectCalendar>;
}

/** POST to the same path: as `DELETE /calendar_connections/{id}`. A second time changes nothing. */
export const disconnectOne = (needs: Needs) => async (c: PageContext) => {
  const { place, connection } = await connectionInHand(needs, c);
  await needs.disconnect(place.workspace.state, await readConnection(needs, connection));
  return c.redirect(pathOf(place, 'connections'), 303);
};
