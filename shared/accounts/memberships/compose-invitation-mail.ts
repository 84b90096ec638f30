import type { MailComposer } from '#shared/accounts/mail/ports';
import { type MailJob, PRODUCT_NAME } from '#shared/accounts/mail/rules/mail';
import { isStillGiven } from '#shared/accounts/memberships/inviters-store';
import { isMailed, writtenInvitation } from '#shared/accounts/memberships/rules/invitation-mail';
import { memberships } from '#shared/accounts/memberships/store';
import { updating } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import { idOf } from '#shared/foundation/core/ids';

interface Needs extends CommandContext {
  /** Origin of the pages. */
  readonly appUrl: string;
}

/** Mail to an address that was invited to a workspace. */
export const composeInvitationMail =
  (context: Needs): MailComposer =>
  async (job, workspace) => {
    const { table, clock, appUrl } = context;
    const id = idOf('mbr', job.about);
    const membership = id && (await memberships.find(table, id))?.state;
    if (!membership || !isMailed(membership, job, clock.now()) || !(await isStillGiven(table, membership)))
      return undefined;
    return {
      fromName: PRODUCT_NAME,
      recipients: [{ email: membership.email, name: null }],
      notSent: async () => {
        await keepNotSent(context)(membership.id, job);
      },
      write: (_recipient, unsubscribeUrl) =>
        writtenInvitation({ invitation: membership, workspace, appUrl, unsubscribeUrl }),
    };
  };

/** Only of the sending that the job is for. */
const keepNotSent = updating(memberships, (membership, now, job: MailJob) => ({
  state: isMailed(membership, job, now) ? { ...membership, mailNotSentAt: now } : membership,
}));
