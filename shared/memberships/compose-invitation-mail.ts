import type { Clock } from '#shared/core/clock';
import { idOf } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import type { MailComposer } from '#shared/mail/ports';
import { PRODUCT_NAME } from '#shared/mail/rules/mail';
import { isStillGiven } from '#shared/memberships/inviters-store';
import { isMailed, writtenInvitation } from '#shared/memberships/rules/invitation-mail';
import { memberships } from '#shared/memberships/store';

interface Needs {
  readonly table: Table;
  readonly clock: Clock;
  /** Origin of the pages. */
  readonly appUrl: string;
}

/** Mail to an address that was invited to a workspace. */
export const composeInvitationMail =
  ({ table, clock, appUrl }: Needs): MailComposer =>
  async (job, workspace) => {
    const id = idOf('mbr', job.about);
    const membership = id && (await memberships.find(table, id))?.state;
    if (!membership || !isMailed(membership, job, clock.now()) || !(await isStillGiven(table, membership)))
      return undefined;
    return {
      fromName: PRODUCT_NAME,
      recipients: [{ email: membership.email, name: null }],
      write: (_recipient, unsubscribeUrl) =>
        writtenInvitation({ invitation: membership, workspace, appUrl, unsubscribeUrl }),
    };
  };
