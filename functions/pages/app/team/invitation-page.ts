import { html } from 'hono/html';
import { acceptInvitation, openInvitation } from '#shared/accounts/memberships/commands/accept-invitation';
import { memberships } from '#shared/accounts/memberships/store';
import { linkButton } from '#shared/api/page-kit/components';
import { form } from '#shared/api/page-kit/forms';
import { pageNotFound } from '#shared/api/page-kit/page-error';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { renderPage } from '#shared/api/page-kit/render';
import { currentUser } from '#shared/api/page-kit/session';
import { idOf, type MembershipId } from '#shared/foundation/core/ids';
import { auditedForm } from '../audited-form.ts';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { ROLE_NAMES } from './roles.ts';

/** GET /app/invitations/{membership}: the link in the mail of an invitation, for who signed in with its address. */
export const invitationPage: AppPage = async (app, c) => {
  const user = currentUser(c);
  const id = membershipOf(c);
  const found = await openInvitation(app.table, id, user, c.var.kit.clock.now());
  if (!found) return acceptedBefore(app, c, id);
  const { invitation, workspace } = found;
  return renderPage(c, {
    title: `Invitation to ${workspace.name}`,
    main: html`<p>You are invited to the workspace <strong><bdi>${workspace.name}</bdi></strong> of ${workspace.ownerEmail}, as ${ROLE_NAMES[invitation.state.role]}.</p>
<p>When you accept, its owners and admins see your address ${user.email}, and your API key works in this workspace as well.</p>
${form(c, { action: c.req.path, submit: 'Accept invitation', also: linkButton('/app', 'Not now') })}`,
  });
};

/** POST /app/invitations/{membership}: accepts it. */
export const accept: AppPage = async (app, c) => {
  const { id: userId, email } = currentUser(c);
  const id = membershipOf(c);
  const found = await openInvitation(app.table, id, { email }, c.var.kit.clock.now());
  if (!found) return acceptedBefore(app, c, id);
  const { role, workspaceId } = found.invitation.state;
  const audited = auditedForm(app, c, {
    action: 'membership.accepted',
    workspaceId,
    targetId: id,
    shown: () => ({ after: { role } }),
  });
  const workspace = await acceptInvitation(audited)(id, { userId, email });
  return c.redirect(`/app/workspaces/${workspace.id}/meetings`, 303);
};

function membershipOf(c: PageContext): MembershipId {
  const id = idOf('mbr', c.req.param('membership'));
  if (id === undefined) throw notOpen(c);
  return id;
}

/** A second click leads to the workspace. */
async function acceptedBefore({ table }: AppDependencies, c: PageContext, id: MembershipId) {
  const membership = (await memberships.find(table, id))?.state;
  if (membership?.status === 'active' && membership.userId === currentUser(c).id)
    return c.redirect(`/app/workspaces/${membership.workspaceId}/meetings`, 303);
  throw notOpen(c);
}

/** An unknown invitation, one of another address, and one that was withdrawn or is too old look the same. */
const notOpen = (c: PageContext) =>
  pageNotFound(
    `There is no open invitation here for ${currentUser(c).email}, the address you are signed in with. Invitations are good for 7 days. If yours went to another address, sign in with that one; else ask for a new one.`,
  );
