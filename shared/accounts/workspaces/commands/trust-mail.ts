import { workspaces } from '#shared/accounts/workspaces/store';
import { updating } from '#shared/foundation/commands/command';

/** What the operator allows the mail of a workspace; undefined leaves it as it is. */
export interface MailTrustChange {
  readonly mailApproved?: boolean | undefined;
  /** In lower case; they take the place of all before. */
  readonly verifiedDomains?: readonly string[] | undefined;
}

/** Sets how far a workspace may mail people whom it only named. 404 for an unknown workspace. */
export const trustMail = updating(
  workspaces,
  (workspace, _now, { mailApproved, verifiedDomains }: MailTrustChange) => ({
    state: {
      ...workspace,
      ...(mailApproved !== undefined && { mailApproved }),
      ...(verifiedDomains !== undefined && { verifiedDomains }),
    },
  }),
);
