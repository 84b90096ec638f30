import type { UserId, WorkspaceId } from '#shared/core/ids';
import type { Use, UseOf } from '#shared/core/limits';
import type { Instant } from '#shared/core/time';
import type { MailKind } from '#shared/mail/rules/mail';
import { isVerifiedAddress, type MailTrust } from '#shared/workspaces/rules/mail-trust';

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
}

/** Whether a workspace has the larger limit. */
const isTrusted = ({ isApproved, verifiedDomains }: MailTrust): boolean => isApproved || verifiedDomains.length > 0;

/** What one mail uses up (docs/limits-and-rules.md#mail); it is sent where all of it is left. */
export function usesOfMail(
  useOf: UseOf,
  { workspaceId, founderId, kind, trust, email, addressHash }: LimitedMail,
  now: Instant,
): readonly Use[] {
  const isForeign = !isVerifiedAddress(email, trust);
  return [
    useOf(isTrusted(trust) ? 'trusted_workspace_mails' : 'workspace_mails', workspaceId, now),
    ...(isForeign ? [useOf(isTrusted(trust) ? 'trusted_user_mails' : 'user_mails', founderId, now)] : []),
    useOf('workspace_address_mails', `${workspaceId}#${addressHash}`, now),
    ...(isForeign && kind === 'invitation' ? [useOf('invitation_mails', addressHash, now)] : []),
    ...(isForeign ? [useOf('foreign_address_mails', addressHash, now)] : []),
    useOf('address_mails', addressHash, now),
  ];
}
