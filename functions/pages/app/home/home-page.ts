import { html } from 'hono/html';
import type * as v from 'valibot';
import { openInvitations } from '#shared/accounts/memberships/commands/accept-invitation';
import type { Invitation } from '#shared/accounts/memberships/rules/membership';
import { addWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import { createWorkspaceContract } from '#shared/accounts/workspaces/contract';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { rolesOf } from '#shared/accounts/workspaces/store';
import { refuseWithoutFeature } from '#shared/api/http/request/refuse-without-feature';
import { badge, type Content, type Markup, notice, table } from '#shared/api/page-kit/components';
import { field, form, formField } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { renderPage } from '#shared/api/page-kit/render';
import { currentUser } from '#shared/api/page-kit/session';
import { readFields } from '#shared/foundation/http/request/read-input';
import { auditedForm } from '../audited-form.ts';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { type FormErrors, formErrors } from '../form-errors.ts';
import { listPage } from '../list-page.ts';
import { ROLE_NAMES } from '../team/roles.ts';
import { nextPageLink } from '../workspace-page.ts';
import { type WorkspaceOverview, workspaceOverviews } from './workspace-overview.ts';

/** The create form, as submitted. */
interface Submitted {
  readonly name: string;
  readonly emailDomains: string;
}

/** GET / and /app: the user's workspaces, newest first, with their errors. */
export const homePage: AppPage = (app, c) => renderHome(app, c, { name: '', emailDomains: '' });

/** POST /app/workspaces: creates a workspace like `POST /workspaces`, with the same limits. */
export const createWorkspace: AppPage = async (app, c) => {
  const submitted = { name: formField(c, 'name'), emailDomains: formField(c, 'email_domains') };
  try {
    refuseWithoutFeature(createWorkspaceContract, app.deployment);
    const { name, email_domains, metadata } = asRequestBody(submitted);
    const audited = auditedForm(app, c, { action: 'workspace.created' });
    const { id } = await addWorkspace(audited)(currentUser(c), { name, emailDomains: email_domains, metadata });
    return c.redirect(`/app/workspaces/${id}/meetings`, 303);
  } catch (thrown) {
    const errors = formErrors(thrown, { name: 'The name', email_domains: 'Each email domain' });
    return renderHome(app, c, submitted, errors);
  }
};

type Body = v.InferOutput<typeof createWorkspaceContract.body>;

/** Validated by the API's contract. */
const asRequestBody = ({ name, emailDomains }: Submitted): Body =>
  readFields(
    createWorkspaceContract,
    { name, email_domains: emailDomains.split(/[\s,;]+/).filter((domain) => domain !== '') },
    false,
  ) as Body;

async function renderHome(app: AppDependencies, c: PageContext, submitted: Submitted, errors?: FormErrors) {
  const user = currentUser(c);
  const now = c.var.kit.clock.now();
  const [{ items, next }, invitations] = await Promise.all([
    listPage(app, c, {
      limit: 10,
      path: '/app',
      read: async (request) => workspaceOverviews(app, await rolesOf(app.table, user.id, request), now),
    }),
    openInvitations(app.table, user, now),
  ]);
  const mayCreate = !app.deployment.off.includes('workspace_creation');
  return renderPage(c, {
    title: 'Your workspaces',
    wide: true,
    status: errors?.status ?? 200,
    main: html`${errors?.messages.map((message) => notice('problem', message))}
${app.keepsMail && notice('note', html`This is a local stack: its mail is in the <a href="/app/outbox">outbox</a>.`)}
${invitations.map(({ invitation, workspace }) => invitationNotice(invitation.state, workspace))}
${table({
  caption: 'Workspaces, newest first',
  columns: ['Workspace', 'Role', 'Members', 'Calendars', 'Webhooks (last 24 hours)'],
  rows: items.map(cells),
  empty: `You are not a member of a workspace yet.${mayCreate ? ' Create one below.' : ''}`,
})}
${nextPageLink(next, 'More workspaces')}
<h2 id="create">Create a workspace</h2>
${mayCreate ? createForm(c, submitted) : html`<p>In this deployment, an administrator creates workspaces.</p>`}`,
  });
}

const invitationNotice = ({ id, role }: Invitation, { name, ownerEmail }: Workspace): Markup =>
  notice(
    'note',
    html`You are invited to <strong><bdi>${name}</bdi></strong> of ${ownerEmail}, as ${ROLE_NAMES[role]}. <a href="/app/invitations/${id}">See the invitation</a>`,
  );

function cells({ workspace, role, members, ...counts }: WorkspaceOverview): readonly Content[] {
  const path = `/app/workspaces/${workspace.id}`;
  return [
    html`<a href="${path}/meetings">${workspace.name}</a>`,
    ROLE_NAMES[role],
    members,
    errorCount(counts.calendarErrors, `${path}/connections`, 'error', ['No errors', 'with errors']),
    counts.failedWebhooks
      ? errorCount(counts.failedWebhooks, `${path}/webhooks`, 'failed', ['No failures', 'failed'])
      : 'Visible to owners and admins',
  ];
}

/** A badge that links to the list, filtered by the counted status. */
const errorCount = (count: string, path: string, status: string, [none, label]: [string, string]): Markup =>
  count === '0'
    ? html`<a href="${path}">${badge('good', none)}</a>`
    : html`<a href="${path}?status=${status}">${badge('bad', `${count} ${label}`)}</a>`;

const createForm = (c: PageContext, { name, emailDomains }: Submitted): Markup =>
  html`<p>Create one workspace for each customer. You become its owner.</p>
${form(c, {
  action: '/app/workspaces',
  submit: 'Create workspace',
  fields: [
    field({ name: 'name', label: 'Name', value: name, maxLength: 100, autocomplete: 'organization' }),
    field({
      name: 'email_domains',
      label: 'Email domains (optional)',
      value: emailDomains,
      hint: 'Meetings with people from other domains count as external. Separate domains with commas: acme.com, acme.io',
      autocomplete: 'off',
      required: false,
    }),
  ],
})}`;
