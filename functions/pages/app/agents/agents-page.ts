import { html } from 'hono/html';
import { type Agent, agentsOf } from '#shared/accounts/oauth/agents-store';
import { endAgent } from '#shared/accounts/oauth/commands/connect-agent';
import { partsOf } from '#shared/accounts/oauth/rules/agent-id';
import { dateTime, type Markup, table } from '#shared/api/page-kit/components';
import { form, formField } from '#shared/api/page-kit/forms';
import { pageAuditSource } from '#shared/api/page-kit/page-audit-source';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { renderPage } from '#shared/api/page-kit/render';
import { currentUser } from '#shared/api/page-kit/session';
import type { AppPage } from '../dependencies.ts';

const PATH = '/settings/personal/agents';

/** GET /settings/personal/agents */
export const agentsPage: AppPage = async ({ table: rows, clock }, c) => {
  const agents = await agentsOf(rows, currentUser(c).id, clock.now());
  return renderPage(c, {
    title: 'Connected agents',
    lead: 'These agents read your meetings as you can. They cannot change anything.',
    main: html`${list(c, agents)}
<p class="hint">A new API key ends no agent. An agent that you leave alone ends after 180 days.</p>`,
  });
};

const list = (c: PageContext, agents: readonly Agent[]): Markup =>
  table({
    caption: 'Connected agents',
    columns: ['Agent', 'Returned you to', 'Connected', 'Ends', 'Access'],
    rows: agents.map((agent) => [
      html`<bdi>${agent.name}</bdi>`,
      html`<bdi>${agent.redirectHost}</bdi>`,
      dateTime(agent.createdAt),
      dateTime(agent.endsAt),
      form(c, {
        action: PATH,
        submit: 'End access',
        about: `of ${agent.name}`,
        hidden: { agent: agent.id },
      }),
    ]),
    empty: 'No agent is connected.',
  });

/** POST /settings/personal/agents: ends one of the user's own; one that has ended already stays so. */
export const disconnectAgent: AppPage = async (app, c) => {
  const agentId = formField(c, 'agent');
  if (partsOf(agentId)?.userId === currentUser(c).id)
    await endAgent(app)(agentId, { ...(await pageAuditSource(app, c)), at: app.clock.now() });
  return c.redirect(PATH, 303);
};
