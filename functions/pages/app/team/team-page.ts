import { html } from 'hono/html';
import type * as v from 'valibot';
import { inviteUser } from '#shared/accounts/memberships/commands/invite-user';
import { inviteContract } from '#shared/accounts/memberships/contract';
import { isOpen, isOwn, type Membership, mayGive } from '#shared/accounts/memberships/rules/membership';
import { badge, type Content, dateTime, type Markup, notice, table } from '#shared/api/page-kit/components';
import { field, form, formField, select } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { currentUser } from '#shared/api/page-kit/session';
import { mayAct } from '#shared/foundation/core/roles';
import type { Instant } from '#shared/foundation/core/time';
import { readFields } from '#shared/foundation/http/request/read-input';
import { auditedForm } from '../audited-form.ts';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { type FormErrors, formErrors } from '../form-errors.ts';
import { listPage } from '../list-page.ts';
import { requireRole, resolveWorkspace } from '../workspace-access.ts';
import { nextPageLink, pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { invitedAs, ROLE_NAMES, roleOptions } from './roles.ts';

/** The form of an invitation, as submitted. */
interface Submitted {
  readonly email: string;
  readonly role: string;
}

/** GET …/team: the users of a workspace and its invitations. */
export const teamPage: AppPage = (app, c) => renderTeam(app, c, { email: '', role: 'member' });

/** POST …/team: invites like `POST /organization_memberships`, with the same limits. */
export const invite: AppPage = async (app, c) => {
  const { workspaceId, access: resolving } = resolveWorkspace(app, c);
  const access = requireRole(await resolving, 'administer', 'Only owners and admins invite people');
  const submitted = { email: formField(c, 'email'), role: formField(c, 'role') };
  try {
    const { email, role } = asRequestBody(workspaceId, submitted);
    const audited = auditedForm(app, c, { action: 'membership.invited', workspaceId, shown: invitedAs });
    const { membership } = await inviteUser(audited)(
      { workspaceId, email, role },
      { userId: currentUser(c).id, role: access.role },
    );
    return c.redirect(`${pathOf(access, 'team')}?done=${membership.status}`, 303);
  } catch (thrown) {
    return renderTeam(app, c, submitted, formErrors(thrown, { email: 'The email address', role: 'The role' }));
  }
};

/** Validated by the API's contract. */
const asRequestBody = (workspaceId: string, submitted: Submitted) =>
  readFields(inviteContract, { workspace_id: workspaceId, ...submitted }, false) as v.InferOutput<
    typeof inviteContract.body
  >;

/** What a form of the team did, by `done` in the address. */
const DONE: Readonly<Record<string, string>> = {
  invited:
    'The invitation is on its way by mail. It is good for 7 days. If the address got too many invitations today, the list says that it was not mailed.',
  active: 'This person is in the workspace already. Nothing was changed.',
  changed: 'The role is changed.',
  removed: 'The membership is removed.',
};

async function renderTeam(app: AppDependencies, c: PageContext, submitted: Submitted, errors?: FormErrors) {
  const { workspaceId, access: resolving, admitted } = resolveWorkspace(app, c);
  const [access, { items, next }] = await Promise.all([
    resolving,
    listPage(app, c, {
      limit: 50,
      read: (request) => app.listMemberships(workspaceId, { ...request, admitted }),
    }),
  ]);
  const actor = { userId: currentUser(c).id, role: access.role };
  const path = pathOf(access, 'team');
  const now = c.var.kit.clock.now();
  const done = DONE[c.req.query('done') ?? ''];
  return renderWorkspacePage(c, access, 'team', {
    title: 'Team',
    lead: 'People who sign in and have an API key for this workspace.',
    status: errors?.status ?? 200,
    main: html`${errors?.messages.map((message) => notice('problem', message))}
${done !== undefined && !errors ? notice('done', done) : ''}
${table({
  caption: 'Memberships, newest first',
  columns: ['Person', 'Role', 'Status', 'Invited or joined', 'Actions'],
  rows: items.map((membership) => [
    html`<bdi>${membership.email}</bdi>${isOwn(membership, actor) ? ' (you)' : ''}`,
    ROLE_NAMES[membership.role],
    statusOf(membership, now),
    dateTime(membership.invitedAt ?? membership.createdAt),
    isOwn(membership, actor) || mayGive(actor, membership.role)
      ? html`<a href="${path}/${membership.id}" aria-label="Change ${membership.email}">Change</a>`
      : '',
  ]),
  empty: 'There are no memberships.',
})}
${nextPageLink(next, 'Older memberships')}
${mayAct(access.role, 'administer') ? invitation(c, path, submitted, roleOptions(access.role)) : ''}`,
  });
}

function statusOf(membership: Membership, now: Instant): Content {
  if (membership.status === 'active') return badge('good', 'Active');
  if (isOpen(membership, now) && membership.mailNotSentAt !== undefined) return badge('bad', 'Invited, not mailed');
  return isOpen(membership, now) ? badge('waiting', 'Invited') : badge('plain', 'Invitation expired');
}

const invitation = (
  c: PageContext,
  path: string,
  { email, role }: Submitted,
  options: ReturnType<typeof roleOptions>,
): Markup => html`<h2 id="invite">Invite a person</h2>
<p>The person gets a mail, and has no part in the workspace until they accept.</p>
${form(c, {
  action: path,
  submit: 'Send invitation',
  fields: [
    field({ name: 'email', label: 'Email', type: 'email', value: email, autocomplete: 'off' }),
    select({ name: 'role', label: 'Role', options, selected: role }),
  ],
})}`;
