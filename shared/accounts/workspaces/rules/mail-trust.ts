import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { domainOf } from '#shared/foundation/core/people';

/** How far a workspace may mail people whom it only named (docs/mail.md#who-may-be-mailed). */
export interface MailTrust {
  /** The operator of the deployment approved its mail. */
  readonly isApproved: boolean;
  /** In lower case. */
  readonly verifiedDomains: readonly string[];
  /** The one of them that nothing verifies but the address of the founder; absent where there is none. */
  readonly ownDomain?: string;
}

type TrustedWorkspace = Pick<Workspace, 'mailApproved' | 'verifiedDomains'>;

interface Founder {
  /** Of the founder, while they own the workspace and are enabled. */
  readonly address: string | undefined;
  readonly isMailProvider: (domain: string) => boolean;
}

/**
 * `emailDomains` are not among the verified domains: a workspace chooses them freely. The founder has confirmed the address
 * that they sign in with, so its domain is theirs, unless it gives addresses to anyone. An owner who was named later did
 * not make the workspace: the domain of their address is verified by the operator alone.
 */
export function mailTrustOf(workspace: TrustedWorkspace, { address, isMailProvider }: Founder): MailTrust {
  const verified = workspace.verifiedDomains ?? [];
  const domain = address === undefined ? undefined : domainOf(address);
  const isOwn = domain !== undefined && !isMailProvider(domain) && !verified.includes(domain);
  return {
    isApproved: workspace.mailApproved ?? false,
    verifiedDomains: isOwn ? [...verified, domain] : verified,
    ...(isOwn && { ownDomain: domain }),
  };
}

/** Whether a host is a verified domain or below one. */
export const isVerifiedHost = (host: string, { verifiedDomains }: Pick<MailTrust, 'verifiedDomains'>): boolean =>
  verifiedDomains.some((domain) => host === domain || host.endsWith(`.${domain}`));

export const isVerifiedAddress = (email: string, trust: Pick<MailTrust, 'verifiedDomains'>): boolean =>
  isVerifiedHost(domainOf(email), trust);

/**
 * Whether the operator answers for mail to an address. A domain of the founder's own shows no more than that they have it:
 * its mail server may take all mail and have it bounce later, and further accounts of the domain cost nothing.
 */
export const isMailVouched = (email: string, { isApproved, verifiedDomains, ownDomain }: MailTrust): boolean =>
  isApproved || isVerifiedAddress(email, { verifiedDomains: verifiedDomains.filter((one) => one !== ownDomain) });

/** Whether the workspace may mail someone whom it only named. */
export const mayMailNamed = (email: string, trust: MailTrust): boolean =>
  trust.isApproved || isVerifiedAddress(email, trust);
