import type { MailKind } from '#shared/accounts/mail/rules/mail';
import { isMailVouched, isVerifiedAddress, type MailTrust } from '#shared/accounts/workspaces/rules/mail-trust';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { type Counted, sharedUses, type Use, type UseOf } from '#shared/foundation/core/uses';

/** Where it is reached, the invitation is a repeated one. */
export const FIRST_OF_WORKSPACE = 'workspace_invitation_mails';

/** A mail, by what its limits count. */
interface LimitedMail {
  readonly workspaceId: WorkspaceId;
  /** Who founded the workspace. */
  readonly founderId: UserId;
  readonly kind: MailKind;
  readonly trust: MailTrust;
  readonly email: string;
  /** Of the mailbox, by which the limits of an address are kept: no key holds an address, and a mailbox has many. */
  readonly addressHash: string;
  /** An invitation of a workspace that has mailed the mailbox one today. */
  readonly isRepeated?: boolean;
}

/** Whether a workspace has the larger limit. */
const isTrusted = ({ isApproved, verifiedDomains }: MailTrust): boolean => isApproved || verifiedDomains.length > 0;

/** What one mail uses up (docs/limits-and-rules.md#mail); it is sent where all of it is left. */
export function usesOfMail(useOf: UseOf, mail: LimitedMail, now: Instant): readonly Counted[] {
  const { workspaceId, founderId, kind, trust, email, addressHash } = mail;
  const ofWorkspace = isTrusted(trust) ? 'trusted_workspace_mails' : 'workspace_mails';
  const isForeign = !isVerifiedAddress(email, trust);
  const isVouched = isMailVouched(email, trust);
  const founded = { workspaceId, founderId };
  return [
    ...(isForeign && kind === 'invitation' ? usesOfInvitation(useOf, mail, now) : []),
    ...(!isVouched && kind === 'invitation' ? sharedUses(useOf, 'unvouched_invitation_mails', founded, now) : []),
    ...(isForeign || !isVouched
      ? sharedUses(useOf, ofWorkspace, founded, now)
      : [useOf(ofWorkspace, workspaceId, now)]),
    useOf('workspace_address_mails', `${workspaceId}#${addressHash}`, now),
    ...(isForeign ? [useOf('foreign_address_mails', addressHash, now)] : []),
    useOf('address_mails', addressHash, now),
  ];
}

/** Mails that repeat use up nothing of what first ones do: by repeats, a workspace keeps no other from the mailbox. */
const usesOfInvitation = (
  useOf: UseOf,
  { workspaceId, founderId, addressHash, isRepeated }: LimitedMail,
  now: Instant,
): readonly Use[] =>
  isRepeated
    ? [useOf('repeated_invitation_mails', addressHash, now)]
    : [
        useOf(FIRST_OF_WORKSPACE, `${workspaceId}#${addressHash}`, now),
        useOf('founder_invitation_mails', `${founderId}#${addressHash}`, now),
        useOf('invitation_mails', addressHash, now),
      ];
