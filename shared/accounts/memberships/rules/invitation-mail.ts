import { escapeHtml } from '#shared/accounts/mail/rules/html';
import type { MailJob } from '#shared/accounts/mail/rules/mail';
import { unlinked } from '#shared/accounts/mail/rules/unlinked';
import { type Invitation, isOpen, type Membership } from '#shared/accounts/memberships/rules/membership';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { Role } from '#shared/foundation/core/roles';
import { type Instant, isoOf } from '#shared/foundation/core/time';

/** The job that mails an invitation, once for each time that it is sent. */
export const invitationMail = ({ id, workspaceId, invitedAt }: Invitation): MailJob => ({
  ...{ workspaceId, kind: 'invitation', about: id, occasion: occasionOf(invitedAt), at: invitedAt },
});

const occasionOf = (invitedAt: Instant): string => `invited ${isoOf(invitedAt)}`;

/** Whether the mail of a job is still to be sent: not where the invitation was accepted, or sent again meanwhile. */
export const isMailed = (membership: Membership, { occasion }: MailJob, now: Instant): membership is Invitation =>
  membership.status === 'invited' && occasion === occasionOf(membership.invitedAt) && isOpen(membership, now);

interface Facts {
  readonly invitation: Invitation;
  readonly workspace: Pick<Workspace, 'name' | 'ownerEmail'>;
  /** Origin of the pages. */
  readonly appUrl: string;
  readonly unsubscribeUrl: string;
}

const AS: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  admin: 'an administrator',
  member: 'a member',
  guest: 'a guest, who can read',
};

/**
 * A short plain mail. It names the verified address of the workspace's owner beside the name that the workspace chose. The
 * link has no secret: it works for who is signed in with the address.
 */
export function writtenInvitation({ invitation, workspace, appUrl, unsubscribeUrl }: Facts) {
  const url = `${appUrl}/app/invitations/${invitation.id}`;
  const name = unlinked(workspace.name);
  const sentences = [
    `You are invited to the workspace ${name} of ${workspace.ownerEmail}, as ${AS[invitation.role]}.`,
    `To accept, open the link within 7 days and sign in, or sign up, as ${invitation.email}. Until then you have no part in the workspace. If you do not know who invites you, ignore this mail.`,
  ];
  return {
    subject: `Invitation to the workspace ${name}`,
    text: `${sentences.join('\n\n')}\n\nAccept: ${url}\n\nNo more invitations from this workspace: ${unsubscribeUrl}\n`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="font-family: sans-serif; line-height: 1.5">
${sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n')}
<p><a href="${escapeHtml(url)}">See the invitation</a></p>
<p><small><a href="${escapeHtml(unsubscribeUrl)}">No more invitations from this workspace</a></small></p>
</body></html>`,
  };
}
