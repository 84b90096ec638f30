import { html } from 'hono/html';
import { type Client, errors, type Interaction } from 'oidc-provider';
import { type Agent, agentsOf, newAgent } from '#shared/accounts/oauth/agents-store';
import { clientOfConsent } from '#shared/accounts/oauth/authorization-server';
import { connectAgent, endAgent } from '#shared/accounts/oauth/commands/connect-agent';
import { mayRedirectTo, redirectHost, redirectSource } from '#shared/accounts/oauth/redirects';
import { isSameClient } from '#shared/accounts/oauth/rules/same-client';
import { MEETINGS_READ, OAUTH_PATHS } from '#shared/accounts/oauth/scopes';
import { dateTime, type Markup } from '#shared/api/page-kit/components';
import { form, formField } from '#shared/api/page-kit/forms';
import { pageAuditSource } from '#shared/api/page-kit/page-audit-source';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { renderPage } from '#shared/api/page-kit/render';
import { currentUser } from '#shared/api/page-kit/session';
import type { UserId } from '#shared/foundation/core/ids';
import { nameFault } from '#shared/foundation/core/text';
import { cannotConnect } from './authorize.ts';
import { cookiesOf } from './bridge.ts';
import type { OauthDependencies, OauthPage } from './dependencies.ts';

/** More than a person uses: the page that lists them has no second page. */
const MOST_AGENTS = 100;

/** GET /oauth/consent/{consent}: who asks, where the code goes, and what may be read. */
export const consentPage: OauthPage = async (oauth, c) => {
  const asked = await askedFor(oauth, c);
  const { interaction, name, redirect } = asked;
  const { former } = await connectedAgents(oauth, currentUser(c).id, asked);
  const action = `${OAUTH_PATHS.consent}/${interaction.uid}`;
  return renderPage(c, {
    title: 'Connect an agent',
    lead: `${name} asks to read your meetings.`,
    // Browsers check the redirects after a form against the policy.
    formAction: [redirectSource(redirect)],
    main: html`<p>You are signed in as <strong><bdi>${currentUser(c).email}</bdi></strong>. After you allow it, you return to <strong><bdi>${redirectHost(redirect)}</bdi></strong>.</p>
<p>The agent chose its name itself. If you did not start this, or do not know ${redirectHost(redirect)}, do not allow it.</p>
${former.map(endsFormer)}
${whatItReads}
${form(c, { action, submit: 'Allow', hidden: { decision: 'allow' } })}
${form(c, { action, submit: 'Do not allow', hidden: { decision: 'deny' } })}`,
  });
};

const endsFormer = ({ name, createdAt }: Agent): Markup =>
  html`<p>It takes the place of <strong><bdi>${name}</bdi></strong>, which you connected on ${dateTime(createdAt)}: the access of that one ends.</p>`;

const whatItReads: Markup = html`<h2>What you allow</h2>
<ul>
<li><strong>Read and search your meetings</strong> in all your workspaces: titles, times, people, transcripts and summaries, as you can.</li>
</ul>
<h2>What you do not allow</h2>
<p>The agent cannot change, send or delete anything. You can end its access at any time under <a href="/settings/personal/agents">Connected agents</a>; it ends by itself after 180 days.</p>`;

/** POST /oauth/consent/{consent}: back to the authorization, which goes on to the client. */
export const decide: OauthPage = async (oauth, c) => {
  const asked = await askedFor(oauth, c);
  // Pressed twice: a second agent would be of no use to anyone, and the answer is on its way to the client.
  if (asked.interaction.result)
    throw cannotConnect(410, 'You have answered this request. Go back to the agent, or start again there.');
  const result = formField(c, 'decision') === 'allow' ? await allow(oauth, c, asked) : DENIED;
  const { req, res } = cookiesOf(c);
  const next = await (await oauth.provider()).interactionResult(req, res, result);
  // Of this host, by whatever scheme and name the request reached the function.
  return c.redirect(new URL(next).pathname, 303);
};

const DENIED = { error: 'access_denied', error_description: 'The user did not allow it.' };

async function allow(oauth: OauthDependencies, c: PageContext, asked: Asked) {
  const { clock, randomBytes } = oauth;
  const { id: userId } = currentUser(c);
  const now = clock.now();
  const { agents, former } = await connectedAgents(oauth, userId, asked);
  if (agents.length - former.length >= MOST_AGENTS)
    throw cannotConnect(409, `You have connected ${MOST_AGENTS} agents. End the access of some of them first.`);
  const { clientId } = asked.client;
  const agent = newAgent(
    { userId, clientId, ...shownOf(asked), scopes: [MEETINGS_READ] },
    { now, random: Buffer.from(randomBytes(16)).toString('base64url') },
  );
  const source = await pageAuditSource(oauth, c);
  await connectAgent(oauth)(agent, { ...source, isRegistered: !clientId.startsWith('https://') });
  for (const { id } of former) await endAgent(oauth)(id, { ...source, at: now });
  return { login: { accountId: userId }, consent: { grantId: agent.id } };
}

/** The agents of a user, and those of them whose place the client takes. */
async function connectedAgents({ table, clock }: OauthDependencies, userId: UserId, asked: Asked) {
  const agents = await agentsOf(table, userId, clock.now());
  return { agents, former: agents.filter((one) => isSameClient(one, shownOf(asked))) };
}

const shownOf = ({ name, redirect }: Asked) => ({ name, redirectHost: redirectHost(redirect) });

interface Asked {
  readonly interaction: Interaction;
  readonly client: Client;
  /** As the client calls itself; the host of its redirect where that is no name by the rule of all names. */
  readonly name: string;
  readonly redirect: string;
}

/** What this browser was sent here for. */
async function askedFor({ provider }: OauthDependencies, c: PageContext): Promise<Asked> {
  const library = await provider();
  const { req, res } = cookiesOf(c);
  const interaction = await library.interactionDetails(req, res).catch(overIfUnknown);
  if (interaction.uid !== c.req.param('consent')) throw isOver();
  const { client_id, redirect_uri: redirect } = interaction.params;
  const client = await clientOfConsent(library, String(client_id), currentUser(c).id);
  if (!client || typeof redirect !== 'string') throw isOver();
  // Registrations outlast a rule: those of before it are asked as well.
  if (!mayRedirectTo(redirect)) throw cannotConnect(400, 'Its redirect is not one that codes may be sent to.');
  const { clientName } = client;
  const name = clientName === undefined || nameFault(clientName) ? redirectHost(redirect) : clientName;
  return { interaction, client, name, redirect };
}

function overIfUnknown(error: unknown): never {
  throw error instanceof errors.SessionNotFound ? isOver() : error;
}

const isOver = () =>
  cannotConnect(
    410,
    'The request has expired, or it was started in another browser. Start again in the agent, and stay in one browser.',
  );
