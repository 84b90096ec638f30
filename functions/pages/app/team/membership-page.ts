import { html } from 'hono/html';
import type * as v from 'valibot';
import { changeRole } from '#shared/accounts/memberships/commands/change-role';
import { removeMembership } from '#shared/accounts/memberships/commands/end-membership';
import { inviteUser } from '#shared/accounts/memberships/commands/invite-user';
import { updateMembershipContract } from '#shared/accounts/memberships/contract';
import { type Actor, isOwn, type Membership, mayGive } from '#shared/accounts/memberships/rules/membership';
import { memberships } from '#shared/accounts/memberships/store';
import type { WorkspaceAccess } from '#shared/accounts/workspaces/access';
import { linkButton, type Markup, notice } from '#shared/api/page-kit/components';
import { form, formField, select } from '#shared/api/page-kit/forms';
import { PageError } from '#shared/api/page-kit/page-error';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { currentUser } from '#shared/api/page-kit/session';
import { idOf } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import { readFields } from '#shared/foundation/http/request/read-input';
import { auditedForm } from '../audited-form.ts';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { type FormErrors, formErrors } from '../form-errors.ts';
import { resolveWorkspace } from '../workspace-access.ts';
import { pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { invitedAs, ROLE_NAMES, roleOptions } from './roles.ts';

interface ShownMembership {
  readonly access: WorkspaceAccess;
  readonly membership: Membership;
  readonly actor: Actor;
  /** Path of the team's page. */
  readonly team: string;
}

/** Loads the membership of the path, for its user and for those who may change it. */
async function loadMembership(app: AppDependencies, c: PageContext): Promise<ShownMembership> {
  const id = idOf('mbr', c.req.param('membership'));
  const { workspaceId, access: resolving } = resolveWorkspace(app, c);
  const [access, found] = await Promise.all([resolving, id && memberships.find(app.table, id)]);
  if (found?.state.workspaceId !== workspaceId) throw notFound('membership');
  const membership = found.state;
  const actor = { userId: currentUser(c).id, role: access.role };
  if (!isOwn(membership, actor) && !mayGive(actor, membership.role)) throw notAllowed(access);
  return { access, membership, actor, team: pathOf(access, 'team') };
}

const notAllowed = ({ workspace: { state } }: WorkspaceAccess) =>
  new PageError({
    status: 403,
    title: 'Your role does not allow this',
    message: `Owners and admins change memberships, and only owners those of owners. To change your role in ${state.name}, contact ${state.ownerEmail}.`,
  });

/** GET …/team/{membership}: forms to change its role, to send an invitation again, and to remove it. */
export const membershipPage: AppPage = async (app, c) => renderMembership(c, await loadMembership(app, c));

/** POST …/team/{membership}: like `PATCH /organization_memberships/{id}`. */
export const changeMembership: AppPage = async (app, c) => {
  const found = await loadMembership(app, c);
  return orShown(c, found, async () => {
    const { role } = readFields(updateMembershipContract, { role: formField(c, 'role') }, false) as v.InferOutput<
      typeof updateMembershipContract.body
    >;
    const { id, workspaceId } = found.membership;
    const roleNow = async () => (await memberships.find(app.table, id))?.state.role ?? null;
    const audited = auditedForm(app, c, {
      action: 'membership.updated',
      workspaceId,
      shown: async (after: Membership) => ({ before: { role: await roleNow() }, after: { role: after.role } }),
    });
    await changeRole(audited)(id, role ?? found.membership.role, found.actor);
    return `${found.team}?done=changed`;
  });
};

/** POST …/team/{membership}/invitation: sends the mail again, like a repeated `POST /organization_memberships`. */
export const sendAgain: AppPage = async (app, c) => {
  const found = await loadMembership(app, c);
  const { workspaceId, email, role } = found.membership;
  return orShown(c, found, async () => {
    const audited = auditedForm(app, c, { action: 'membership.invited', workspaceId, shown: invitedAs });
    const { membership } = await inviteUser(audited)({ workspaceId, email, role }, found.actor);
    return `${found.team}?done=${membership.status}`;
  });
};

/** POST …/team/{membership}/remove: like `DELETE /organization_memberships/{id}`. One who leaves ends on the start page. */
export const removeFromTeam: AppPage = async (app, c) => {
  const found = await loadMembership(app, c);
  return orShown(c, found, async () => {
    const audited = auditedForm(app, c, {
      action: 'membership.deleted',
      workspaceId: found.membership.workspaceId,
      shown: ({ role }: Membership) => ({ before: { role } }),
    });
    await removeMembership(audited)(found.membership.id, found.actor);
    return isOwn(found.membership, found.actor) ? '/app' : `${found.team}?done=removed`;
  });
};

/** Redirects to where the work leads, or shows the membership with the reason of a refusal. */
async function orShown(c: PageContext, found: ShownMembership, work: () => Promise<string>) {
  try {
    return c.redirect(await work(), 303);
  } catch (thrown) {
    return renderMembership(c, found, formErrors(thrown, { role: 'The role' }));
  }
}

const NOT_MAILED =
  'The invitation was not mailed: this address got too many mails today, or receives no mail from this service. The person finds it on the start page after signing in with this address. You can send it again tomorrow (UTC).';

function renderMembership(c: PageContext, found: ShownMembership, errors?: FormErrors) {
  const { access, membership, actor, team } = found;
  const page = `${team}/${membership.id}`;
  return renderWorkspacePage(c, access, 'team', {
    title: membership.email,
    status: errors?.status ?? 200,
    breadcrumbs: [[team, 'Team']],
    main: html`${errors?.messages.map((message) => notice('problem', message))}
<p>${ROLE_NAMES[membership.role]}, ${membership.status === 'invited' ? 'invited' : 'active'}.</p>
${membership.status === 'invited' && membership.mailNotSentAt !== undefined ? notice('problem', NOT_MAILED) : ''}
${mayGive(actor, membership.role) ? roleForm(c, page, found) : ''}
${membership.status === 'invited' ? form(c, { action: `${page}/invitation`, submit: 'Send the invitation again' }) : ''}
${removal(c, page, found)}`,
  });
}

const roleForm = (c: PageContext, page: string, { membership, actor, team }: ShownMembership): Markup =>
  form(c, {
    action: page,
    submit: 'Save',
    fields: [select({ name: 'role', label: 'Role', options: roleOptions(actor.role), selected: membership.role })],
    also: linkButton(team, 'Cancel'),
  });

function removal(c: PageContext, page: string, { membership, actor, access }: ShownMembership): Markup {
  const action = `${page}/remove`;
  const { name } = access.workspace.state;
  if (membership.status === 'invited')
    return html`<h2>Withdraw</h2>
<p>The link in the mail does not work any more.</p>
${form(c, { action, submit: 'Withdraw invitation', danger: true })}`;
  if (isOwn(membership, actor))
    return html`<h2>Leave</h2>
<p>Your API key and your sessions have no access to ${name} any more. You can come back by an invitation.</p>
${form(c, { action, submit: 'Leave workspace', danger: true })}`;
  return html`<h2>Remove</h2>
<p>The person's API key and sessions have no access to ${name} any more.</p>
${form(c, { action, submit: 'Remove from workspace', danger: true })}`;
}
